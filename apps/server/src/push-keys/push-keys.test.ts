import { spawnSync } from 'node:child_process'
import { pushInfoSchema } from '@senca/contract/push'
import { expect, it, vi } from 'vitest'
import { createPushServiceDouble } from '#testing/doubles/push-service.ts'
import { listPhones, turnOnPushes } from '#testing/homes/phone-home.ts'
import { programOf } from '#testing/server-process.ts'
import { createTestApp, SESSION_SECRET } from '#testing/test-app.ts'
import { createSignedInClient } from '#testing/test-client.ts'

vi.setConfig({ testTimeout: 120_000 })

it('new keys are made on demand only, count at once, and end every subscription [PK24]', async () => {
  const service = await createPushServiceDouble()
  const app = await createTestApp({ environment: service.environment })
  try {
    const person = await createSignedInClient(app)
    const info = async () =>
      pushInfoSchema.parse(await person.ok(person.api('GET', '/auth/api/v1/push/info')))
    const first = await info()
    await turnOnPushes(person, service)
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [...programOf('push-keys'), ...args], {
        encoding: 'utf8',
        env: { ...process.env, DATABASE_URL: app.database.url, SESSION_SECRET },
      })
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run push:keys -- --new') })
    expect(await info()).toEqual(first)
    const made = run('--new')
    expect([made.status, made.stdout]).toEqual([0, expect.stringContaining(': 1.')])
    await vi.waitFor(async () => expect((await info()).publicKey).not.toBe(first.publicKey))
    expect(await listPhones(person)).toEqual([])
  } finally {
    await app.close()
    await service.close()
  }
})
