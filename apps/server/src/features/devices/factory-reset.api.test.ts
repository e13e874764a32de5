import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import type { FakeDevice, ReceivedCommand } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import {
  createSignedInClient,
  createTestClient,
  errorOf,
  newEmail,
  type TestClient,
} from '#testing/test-client.ts'

const DAY_MS = 86_400_000
const SAYS_RESET = { connected: true, type: 'falcon', version: 2, factoryReset: true }

let mailServer: TestMailServer
let app: TestApp
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})

/** Acknowledges `forget` and reports the factory reset at the same moment. */
function obey(command: ReceivedCommand, device: FakeDevice) {
  device.succeed(command)
  if (command.command === 'forget') device.publish('status', SAYS_RESET)
  device.report()
}

async function home(language = 'en') {
  const owner = createTestClient(app)
  const email = newEmail()
  const form = { email, password: 'lamp-river-42', confirm_type: 'link' }
  await owner.ok(owner.call('POST', `/auth/register?lang=${language}`, { form }))
  return { owner, email, ...(await moveIn(app, owner, 'falcon', { name: 'Kitchen <b>', onCommand: obey })) }
}

const entriesOf = async (owner: TestClient) =>
  activityListSchema.parse(await owner.ok(owner.api('GET', '/auth/api/v1/activity/list'))).entries

/** Waits until the activity log of the app shows the reset. */
const untilKnown = (owner: TestClient) =>
  vi.waitFor(async () =>
    expect((await entriesOf(owner))[0]).toMatchObject({
      action: 'factory_reset',
      origin: 'device',
      by: null,
    }),
  )

const claim = async (claimCode: string) => {
  const finder = await createSignedInClient(app)
  const json = { claimCode, name: 'Taken over' }
  return finder.api('POST', '/auth/api/v1/device/claim', { json })
}

describe('after a factory reset of a device in a home', () => {
  it.each([
    ['works until a day is over', DAY_MS - 1_000, 200],
    ['no longer works after a day, and the device stays where it is', DAY_MS, 404],
  ])('its claim code %s [DV3]', async (_name, waitMs, status) => {
    const { owner, id, claimCode, device } = await home()
    device.publish('status', SAYS_RESET)
    await untilKnown(owner)
    app.clock.advance(waitMs)
    expect((await claim(claimCode)).status).toBe(status)
    owner.forgetApiToken()
    expect(Object.keys(await owner.info(id))).toEqual(status === 200 ? [] : [id])
    await device.end()
  })

  it('its claim code no longer works once the device reports that it is in use, until the next reset', async () => {
    const { owner, claimCode, device } = await home()
    device.publish('status', SAYS_RESET)
    await untilKnown(owner)
    device.publish('status', { ...SAYS_RESET, factoryReset: false, firmware: '2.0' })
    await vi.waitFor(async () => {
      const refused = await claim(claimCode)
      expect([refused.status, errorOf(refused)]).toEqual([404, 'device_not_exist'])
    })
    device.publish('status', SAYS_RESET)
    await vi.waitFor(async () => expect((await claim(claimCode)).status).toBe(200))
    await device.end()
  })

  it('its claim code works at any time once it is deleted in the app [DV3]', async () => {
    const { owner, id, claimCode, device } = await home()
    device.publish('status', SAYS_RESET)
    await untilKnown(owner)
    app.clock.advance(3 * DAY_MS)
    device.publish('status', SAYS_RESET)
    expect((await claim(claimCode)).status).toBe(404)
    owner.forgetApiToken()
    expect(await owner.delete(id)).toMatchObject([{ status: 'success' }])
    app.clock.advance(3 * DAY_MS)
    expect((await claim(claimCode)).status).toBe(200)
    await device.end()
  })

  it.each([
    ['de', 'Werkseinstellungen', 'entfernen Sie es in der App'],
    ['rs_cyrl', 'фабричка', 'уклоните га из апликације'],
  ])('its owner is mailed in their language: %s [AC12]', async (language, word, advice) => {
    const { owner, email, device } = await home(language)
    device.publish('status', SAYS_RESET)
    const letters = await mailServer.to(email, 2)
    const letter = letters.find(({ mail }) => mail.subject?.includes(word))
    expect(letter?.mail.text).toContain('Kitchen <b>')
    expect(letter?.mail.text).toContain(advice)
    expect(String(letter?.mail.html)).toContain('Kitchen &lt;b&gt;')
    await untilKnown(owner)
    await device.end()
  })

  it('a device that says so again and again fills no mailbox [AC12]', async () => {
    const { owner, email, device } = await home()
    const notified = async () =>
      (await entriesOf(owner)).filter(({ action }) => action === 'factory_reset').length
    for (let count = 1; count <= 7; count += 1) {
      device.publish('status', SAYS_RESET)
      await vi.waitFor(async () => expect(await notified()).toBe(Math.min(count, 5)))
      device.publish('status', { ...SAYS_RESET, factoryReset: false })
    }
    // The first mail is that of the registration.
    expect(await mailServer.to(email, 1 + 5)).toHaveLength(1 + 5)
    await device.end()
  })
})

describe('a device that is deleted and says at once that it was reset', () => {
  it('can be claimed at any time later, and its last owner is not notified of a reset [DV3]', async () => {
    const { owner, email, id, claimCode, device } = await home()
    expect(await owner.delete(id)).toMatchObject([{ status: 'success' }])
    const kept = 'select is_claimable, claimable_until, said_factory_reset from devices where id = $1'
    // When a later status has been applied, the reset before it has been applied too.
    device.publish('status', { ...SAYS_RESET, firmware: '9.9' })
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query('select firmware from endpoints where address = $1', [
        id,
      ])
      expect(rows).toEqual([{ firmware: '9.9' }])
    })
    const { rows } = await app.database.pool.query(kept, [id])
    expect(rows).toEqual([{ is_claimable: true, claimable_until: null, said_factory_reset: true }])
    expect((await entriesOf(owner)).map(({ action }) => action)).not.toContain('factory_reset')
    // Only the mail of the registration.
    expect(await mailServer.to(email)).toHaveLength(1)
    app.clock.advance(3 * DAY_MS)
    expect((await claim(claimCode)).status).toBe(200)
    await device.end()
  })

  it('can be claimed although an earlier reset left the end of a day behind', async () => {
    const { owner, id, claimCode, device } = await home()
    await owner.delete(id)
    await app.database.pool.query('update devices set claimable_until = $2 where id = $1', [
      id,
      app.clock.now(),
    ])
    app.clock.advance(DAY_MS)
    expect((await claim(claimCode)).status).toBe(200)
    await device.end()
  })
})
