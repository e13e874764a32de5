import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually as eventuallyIn } from '#testing/eventually.ts'
import { obedient } from '#testing/fake-device.ts'
import { listNotifications } from '#testing/homes/phone-home.ts'
import { createPerson, giveRole, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let ana: Person
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ana = await createPerson(app)
})

const eventually = (check: () => Promise<unknown> | unknown) => eventuallyIn(app, check)
const shadeOf = (owner: TestClient) =>
  moveIn(app, owner, 'roller_shutter', { state: { position: 0 }, onCommand: obedient })
type Home = Awaited<ReturnType<typeof shadeOf>>
const failed = async (person: TestClient = ana) =>
  (await listNotifications(person)).filter(({ kind }) => kind === 'command_failed')
const CLOSE = { command: 'move', position: 100 }

/** It moves, and stops where it should not. */
const stopShort = ({ device }: Home) => {
  device.report({ status: 'closing', position: 0.2 })
  device.report({ status: 'ready', position: 0.3 })
}
/** A later event of the same account, by which a notification of an earlier one would be there too. */
const settled = async (person: TestClient = ana) => {
  for (let second = 0; second < 3; second += 1) await app.clock.advanceAsync(1_000)
  return failed(person)
}

/** Sends a command whose page is gone before the answer. */
async function sendAndLeave(person: TestClient, id: string, more: object): Promise<void> {
  const leaving = new AbortController()
  const call = fetch(`${app.url}/auth/api/v1/device/move`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await person.apiToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ commands: [{ token: id, ...CLOSE }], ...more }),
    signal: leaving.signal,
  })
  await vi.waitFor(async () => expect((await person.info(id))[id]?.state).toHaveProperty('target'))
  leaving.abort()
  await expect(call).rejects.toThrow()
}

describe('one’s own command that failed after its page was gone [PK16]', () => {
  it('is notified where the answer could not be delivered, and can be tried again', async () => {
    const shade = await shadeOf(ana)
    await sendAndLeave(ana, shade.id, { wait: true })
    // The connection has ended for the server too before the device reports.
    await app.clock.advanceAsync(1_000)
    stopShort(shade)
    await eventually(async () => expect(await failed()).toHaveLength(1))
    const [entry] = await failed()
    expect(entry).toMatchObject({
      level: 'normal',
      deviceId: shade.id,
      title: `${shade.name}: command failed`,
      actions: [{ action: 'retry' }],
    })
    const before = shade.device.received.length
    await ana.ok(
      ana.api('POST', '/auth/api/v1/notification/act', { json: { id: entry?.id, action: 'retry' } }),
    )
    expect(shade.device.received.slice(before)).toMatchObject([{ command: 'move', position: 100 }])
    // Nothing followed the press of the button but this command, which has no page either.
    stopShort(shade)
    await eventually(async () => expect(await failed()).toHaveLength(2))
    await shade.device.end()
  })

  it('is no news where the answer said so', async () => {
    const shade = await shadeOf(ana)
    const results = ana.move([{ token: shade.id, ...CLOSE }], true)
    await vi.waitFor(async () => expect((await ana.info(shade.id))[shade.id]?.state).toHaveProperty('target'))
    stopShort(shade)
    expect(await results).toMatchObject([{ error: 'device_update_failed' }])
    expect(await settled()).toEqual([])
    await shade.device.end()
  })

  it('is notified where it was not waited for and no socket of the session is open', async () => {
    const shade = await shadeOf(ana)
    const other = await openSignedInSocket(app, await (await anotherSession()).websocketToken())
    expect(await ana.move([{ token: shade.id, ...CLOSE }])).toMatchObject([{ status: 'success' }])
    stopShort(shade)
    await eventually(async () => expect(await failed()).toHaveLength(1))
    other.end()
    await shade.device.end()
  })

  it.each([
    ['this', async () => ({ url: app.url, close: async () => {} })],
    ['another', () => app.twin()],
  ])('is no news to a page with a socket on %s instance', async (_name, instanceOf) => {
    const instance = await instanceOf()
    const shade = await shadeOf(ana)
    const socket = await openSignedInSocket(instance, await ana.websocketToken())
    expect(await ana.move([{ token: shade.id, ...CLOSE }])).toMatchObject([{ status: 'success' }])
    stopShort(shade)
    expect(await settled()).toEqual([])
    socket.end()
    await shade.device.end()
    await instance.close()
  })

  it.each([
    ['stopped it', (shade: Home) => ana.abort(shade.id)],
    ['sent it elsewhere', (shade: Home) => ana.move([{ token: shade.id, command: 'move', position: 40 }])],
  ])('is no news where somebody %s', async (_name, interrupt) => {
    const shade = await shadeOf(ana)
    await ana.move([{ token: shade.id, ...CLOSE }])
    await interrupt(shade)
    shade.device.report({ status: 'closing', position: 0.2 })
    shade.device.report({ status: 'ready', position: 0.4 })
    expect(await settled()).toEqual([])
    await shade.device.end()
  })

  it('is notified to the person who sent it by a role, and to nobody else', async () => {
    const bor = await createPerson(app)
    const shade = await shadeOf(ana)
    await giveRole(ana, { permissions: ['command'], devices: [shade.id], users: [bor.email] })
    await sendAndLeave(bor, shade.id, { wait: true })
    await app.clock.advanceAsync(1_000)
    stopShort(shade)
    await eventually(async () => expect(await failed(bor)).toMatchObject([{ owner: ana.email }]))
    expect(await failed(ana)).toEqual([])
    await shade.device.end()
  })
})

async function anotherSession(): Promise<TestClient> {
  const other = createTestClient(app)
  await other.ok(other.logIn(ana.email))
  return other
}
