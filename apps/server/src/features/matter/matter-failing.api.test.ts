import { spawn } from 'node:child_process'
import { matterCommissioningSchema, matterCommissioningStartedSchema } from '@senca/contract/matter'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { API, listBridges } from '#testing/homes/bridge-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createMatterBridge } from '#testing/homes/matter-bridge-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

/** Ends at its start, as a build that is broken. */
const BROKEN = 'process.exit(3)'
const GOOD = "process.send({ type: 'ready' }); setInterval(() => {}, 1_000)"
const MINUTE = 60_000

let program = BROKEN
let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp({
    matter: {
      start: () => spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
    },
  })
  owner = await createConfirmedClient(app)
})
afterAll(() => app.close())

const problem = async () => (await listBridges(owner))[0]?.problem
const metric = async () =>
  /^senca_matter_failing (\d)$/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1]

describe('a Matter process that ends at its start', () => {
  it('is shown to the owner of a bridge, and to the operator', async () => {
    await createMatterBridge(owner, [])
    expect(await problem()).toBeNull()
    await vi.waitFor(async () => {
      await app.clock.advance(1_000)
      expect(await problem()).toBe('process_failing')
    })
    expect(await metric()).toBe('1')
  })

  it('is the reason why no device is added, at once', async () => {
    const { commissioningId } = matterCommissioningStartedSchema.parse(
      await owner.ok(owner.api('POST', `${API}/matter/commission`, { json: { code: '34970112332' } })),
    )
    await vi.waitFor(async () => {
      await app.clock.advance(1_000)
      const read = owner.api('GET', `${API}/matter/commission?id=${commissioningId}`)
      expect(matterCommissioningSchema.parse(await owner.ok(read))).toEqual({
        status: 'failed',
        reason: 'no_process',
      })
    })
  })

  it('is forgotten once it has run for a minute', async () => {
    program = GOOD
    await vi.waitFor(async () => {
      await app.clock.advance(MINUTE)
      expect(await problem()).toBeNull()
    })
    expect(await metric()).toBe('0')
  })
})
