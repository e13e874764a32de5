import { type ActivityEntry, activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice } from '#testing/device-calls.ts'
import { connectFakeDevice, type FakeDevice, type ReceivedCommand } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

/** Acknowledges every command and starts a calibration at once. */
const onCommand = (command: ReceivedCommand, device: FakeDevice) => {
  device.succeed(command)
  if (command.command === 'recalibrate') device.report({ status: 'calibrating' })
}

const resultOf = async (deviceId: string, action: ActivityEntry['action']) => {
  const path = `/auth/api/v1/activity/list?devicetoken=${deviceId}`
  const { entries } = activityListSchema.parse(await owner.ok(owner.api('GET', path)))
  return entries.find((entry) => entry.action === action)?.result
}

async function accepted(asked: 'recalibrate' | 'restart', type: 'awning' | 'home_door' = 'awning') {
  const lock = { motorLockConnected: true, motorLockState: 'locked', motorLockLocked: true }
  const state = type === 'home_door' ? lock : { position: 0.4 }
  const home = await moveIn(app, owner, type, { onCommand, state })
  await owner.ok(askDevice(owner, asked, { token: home.id }))
  expect(await resultOf(home.id, asked)).toEqual({ status: 'acknowledged' })
  if (asked === 'recalibrate')
    await vi.waitFor(async () =>
      expect((await owner.info(home.id))[home.id]?.state.status).toBe('calibrating'),
    )
  const again = async (report: object) => {
    home.device.cut()
    await vi.waitFor(async () => expect((await owner.info(home.id))[home.id]?.connected).toBe(false))
    const { id, secret } = home
    return connectFakeDevice({
      mqtt: app.mqtt,
      id,
      secret,
      type,
      totalRestarts: 2,
      state: { ...state, ...report },
    })
  }
  const ends = (result: object) =>
    vi.waitFor(async () => expect(await resultOf(home.id, asked)).toMatchObject(result))
  return { ...home, again, ends }
}

const failure = (error_detail?: string) => ({
  status: 'error',
  error: 'device_update_failed',
  ...(error_detail === undefined ? {} : { error_detail }),
})

describe('a calibration', () => {
  it('is done when the device is ready again and knows where it is [CM17]', async () => {
    const { device, ends } = await accepted('recalibrate')
    app.clock.advance(100_000)
    device.report({ status: 'calibrating', position: 1 })
    device.report({ status: 'ready', position: 0.4, assumed: false })
    await ends({ status: 'success', durationMs: 100_000 })
    await device.end()
  })

  it('fails when the device is ready again and only reckons where it is', async () => {
    const { id, device, ends } = await accepted('recalibrate')
    device.report({ status: 'ready', position: 0.7, assumed: true })
    await ends(failure())
    expect(await resultOf(id, 'recalibrate')).not.toHaveProperty('error_detail')
    await device.end()
  })

  it('fails as stopped when somebody stopped it', async () => {
    const { id, device, ends } = await accepted('recalibrate')
    await owner.abort(id)
    device.report({ status: 'ready', position: 0.7, assumed: true })
    await ends(failure('stopped'))
    await device.end()
  })

  it('fails when the device started again on the way', async () => {
    const { again, ends } = await accepted('recalibrate')
    const back = await again({ assumed: true })
    await ends(failure('restarted'))
    await back.end()
  })

  it.each([
    ['is done when the lock is proven locked', 'locked', true, { status: 'success' }],
    ['fails when the lock jams', 'jammed', null, failure('jammed')],
    ['fails when the door was opened', 'unlocked', false, failure()],
  ])('%s', async (_what, motorLockState, motorLockLocked, expected) => {
    const { device, ends } = await accepted('recalibrate', 'home_door')
    device.report({ status: 'ready', motorLockState, motorLockLocked })
    await ends(expected)
    await device.end()
  })

  it('fails when the device reports nothing more [CM17]', async () => {
    const { device, ends } = await accepted('recalibrate')
    app.clock.advance(180_000)
    await ends({ status: 'error', error: 'device_not_responding', durationMs: 180_000 })
    await device.end()
  })
})

describe('a restart', () => {
  it('is done when the device is back and has counted it [CM17]', async () => {
    const { again, ends } = await accepted('restart')
    const back = await again({})
    await ends({ status: 'success' })
    await back.end()
  })

  it('fails when the device goes on as if nothing had been', async () => {
    const { id, device, ends } = await accepted('restart')
    device.report({ position: 0.5 })
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.state.position).toBe(0.5))
    app.clock.advance(180_000)
    await ends({ status: 'error', error: 'device_not_responding' })
    await device.end()
  })
})
