import { activityListSchema } from '@senca/contract/activity'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice, commandNames } from '#testing/device-calls.ts'
import { connectFakeDevice, type FakeDevice, type ReceivedCommand } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, errorOf, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
const logged: string[] = []
beforeAll(async () => {
  const { log: logger } = Fastify({
    logger: { level: 'debug', stream: { write: (line: string) => void logged.push(line) } },
  })
  app = await createTestApp({ logger })
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const silent = () => {}
const ACK_MS = 5_000
const door = { motorLockConnected: true, motorLockState: 'locked', motorLockLocked: true }

const lifeMsOf = ({ sentAt, expiresAt }: ReceivedCommand) => Date.parse(expiresAt) - Date.parse(sentAt)

/** Waits until the device receives a command, and then until its deadline has passed. */
async function passOver(device: FakeDevice) {
  await vi.waitFor(() => expect(device.received).not.toEqual([]))
  await app.clock.advanceAsync(ACK_MS)
}

const ask =
  (call: string, more: object = {}) =>
  async (token: string) => {
    const answer = await askDevice(owner, call, { token, ...more })
    return answer.status === 504 ? [{ status: 'error', error: errorOf(answer) }] : answer
  }

describe('[DP31] a command is void before it is reported as failed [CM7]', () => {
  it.each<[string, 'home_door' | 'roller_shutter', (id: string) => Promise<unknown>, number]>([
    ['unlock', 'home_door', (id) => owner.move([{ token: id, command: 'unlock', lockType: 'motor' }]), 4_000],
    ['move', 'roller_shutter', (id) => owner.move([{ token: id, command: 'move', position: 50 }]), 4_500],
    ['abort', 'roller_shutter', (id) => owner.abort(id), 4_500],
    ['forget', 'roller_shutter', (id) => owner.delete(id), 4_500],
    ['restart', 'roller_shutter', ask('restart'), 4_500],
    ['recalibrate', 'roller_shutter', ask('recalibrate'), 4_500],
    ['settings', 'roller_shutter', ask('settings', { settings: { motorInverted: true } }), 4_500],
  ])('%s', async (name, type, send, lifeMs) => {
    const state = type === 'home_door' ? door : { position: 0 }
    const { id, device } = await moveIn(app, owner, type, { onCommand: silent, state })
    const sentAt = app.clock.now()
    const answer = send(id)
    await passOver(device)
    expect(await answer).toMatchObject([{ status: 'error', error: 'device_request_timeout' }])
    await vi.waitFor(() => expect(commandNames(device)).toEqual([name, 'withdraw']))
    const [command, withdrawal] = device.received
    expect(command).toMatchObject({ sentAt: sentAt.toISOString() })
    expect(command && lifeMsOf(command)).toBe(lifeMs)
    expect(lifeMs).toBeLessThan(ACK_MS)
    expect(withdrawal && lifeMsOf(withdrawal)).toBe(4_500)
    await device.end()
  })

  it('it is not reported as failed before its five seconds are over [CM7]', async () => {
    const { id, device } = await moveIn(app, owner, 'home_door', { onCommand: silent, state: door })
    let isAnswered = false
    const answer = owner.move([{ token: id, command: 'unlock', lockType: 'motor' }]).then((results) => {
      isAnswered = true
      return results
    })
    await vi.waitFor(() => expect(device.received).toHaveLength(1))
    await app.clock.advanceAsync(ACK_MS - 1)
    await owner.info(id)
    expect(isAnswered).toBe(false)
    await app.clock.advanceAsync(1)
    expect(await answer).toMatchObject([{ error: 'device_request_timeout' }])
    await device.end()
  })
})

describe('[DP30] right after a device subscribes it is sent the time', () => {
  it('as settings that name none', async () => {
    const { device } = await moveIn(app, owner, 'roller_shutter')
    await vi.waitFor(() =>
      expect(device.time).toMatchObject({
        command: 'settings',
        settings: {},
        sentAt: app.clock.now().toISOString(),
      }),
    )
    expect(device.received).toEqual([])
    await device.end()
  })

  it('also where nobody has claimed it, and again whenever it subscribes', async () => {
    const [made] = await owner.provision('light')
    if (made === undefined) throw new Error('nothing was provisioned')
    const device = await connectFakeDevice({ mqtt: app.mqtt, ...made, type: 'light' })
    await vi.waitFor(() => expect(device.time).toMatchObject({ command: 'settings', settings: {} }))
    await app.clock.advanceAsync(1_000)
    await device.client.subscribeAsync(`senca/${made.id}/command`, { qos: 1 })
    await vi.waitFor(() => expect(device.received).toHaveLength(1))
    expect(device.received[0]).toMatchObject({ settings: {}, sentAt: app.clock.now().toISOString() })
    await device.end()
  })

  it.each([
    ['takes', false],
    ['refuses', true],
  ])('and the activity has no entry for it where the device %s it', async (_name, refusesTime) => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter', { refusesTime })
    await vi.waitFor(() => expect(device.time).not.toBeNull())
    // When the server has this report, it has read everything that the device sent before.
    device.report()
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.totalStateUpdates).toBe(2))
    const { [id]: info } = await owner.info(id)
    expect(info).toMatchObject({ connected: true, state: { status: 'ready' } })
    const list = activityListSchema.parse(
      await owner.ok(owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${id}`)),
    )
    expect(list.entries.map(({ action }) => action)).toEqual(['claimed'])
    expect(logged.filter((line) => line.includes(id))).toEqual([])
    expect(await owner.move([{ token: id, command: 'move', position: 30 }])).toMatchObject([
      { status: 'success' },
    ])
    await device.end()
  })
})
