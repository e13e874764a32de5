import type { DeviceState } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { DriverError, type EndpointTraits } from '#drivers/driver.ts'
import type { DeviceGateway, Shadow, ShadowChange } from '#features/devices/index.ts'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { createLogger } from '#platform/logger.ts'
import { exampleDevice, readyShadow } from '#testing/drivers/example-device.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createCommandSender } from './command-sender.ts'
import { createCommandTracker } from './command-tracker.ts'

const owner = { kind: 'account', accountId: 'anna', sessionId: 's' } as const
const move = { command: 'move', position: 100 } as const

const NATIVE: EndpointTraits = {
  confirmation: 'acknowledged',
  motion: 'reported',
  expires: true,
  tolerance: 0.02,
}

/** Lets what is ready happen, without any time passing. */
const turns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Sends moves by a driver to a shade that reports when the test says so. */
function setUp(execute: DeviceGateway['execute'], traits: EndpointTraits = NATIVE) {
  const clock = createFakeClock()
  let shadow: Shadow = { ...readyShadow, counts: { totalRestarts: 0, totalStateUpdates: 1 } }
  const listeners: ((change: ShadowChange) => void)[] = []
  const shadows = {
    get: () => shadow,
    record: () => true,
    onChange(listener: (change: ShadowChange) => void) {
      listeners.push(listener)
      return () => {}
    },
    onDropped: () => () => {},
  }
  const tracker = createCommandTracker({
    shadows,
    bus: createInProcessEventBus(createLogger('silent')),
    clock,
  })
  tracker.start()
  const send = createCommandSender({ shadows, gateway: { execute, traitsOf: () => traits }, tracker, clock })
  const reported: string[] = []
  const observer = {
    acknowledged: () => void reported.push('acknowledged'),
    ended: ({ ok }: { ok: boolean | null }) => void reported.push(ok ? 'done' : 'failed'),
  }
  return {
    clock,
    tracker,
    reported,
    report(state: Partial<DeviceState>) {
      const before = shadow
      const counts = { totalRestarts: 0, totalStateUpdates: (before.counts.totalStateUpdates ?? 0) + 1 }
      shadow = { ...before, counts, fields: { ...before.fields, ...state } }
      const event = {
        kind: 'report',
        endpoint: 'e',
        order: counts,
        state,
        at: clock.now().getTime(),
      } as const
      for (const listener of listeners) listener({ before, shadow, event, isIngested: true })
    },
    async send(isAwaited: boolean) {
      const controller = new AbortController()
      const registered = tracker.register({ actor: owner, device: exampleDevice, command: move, controller })
      if (registered === null) throw new Error('there are too many')
      const outcome = await send(registered, { isAwaited, observers: [observer] }).catch(String)
      tracker.release(registered)
      return outcome
    },
  }
}

it.each([true, false])(
  'an awaited command ends by a report after its acknowledgement; acknowledged apart from the answer: %s',
  async (isAcknowledged) => {
    const home = setUp(async (_request, { acknowledged } = {}) => {
      if (isAcknowledged) setImmediate(() => acknowledged?.())
      await new Promise((resolve) => setImmediate(resolve))
    })
    const outcome = home.send(true)
    await turns()
    home.report({ status: 'ready', position: 1 })
    expect(await outcome).toMatchObject({ ok: true })
    expect(home.tracker.countWaiting()).toBe(0)
    expect(home.reported).toEqual(['acknowledged', 'done'])
  },
)

it.each([true, false])(
  'a command that no report follows ends 10 s after its acknowledgement; acknowledged apart from the answer: %s',
  async (isAcknowledged) => {
    const home = setUp(async (_request, { acknowledged } = {}) => {
      if (isAcknowledged) setImmediate(() => acknowledged?.())
      await new Promise((resolve) => setImmediate(resolve))
    })
    const outcomes: unknown[] = []
    void home.send(true).then((outcome) => outcomes.push(outcome))
    void home.send(false).then((outcome) => outcomes.push(outcome))
    await turns()
    await home.clock.advanceAsync(9_999)
    expect(outcomes).toMatchObject([{ ok: true }])
    await home.clock.advanceAsync(1)
    await turns()
    expect(outcomes).toMatchObject([{ ok: true }, { ok: false, error: 'device_not_responding' }])
    expect([home.tracker.countWaiting(), home.tracker.countUnanswered()]).toEqual([0, 0])
  },
)

describe('a command to third-party hardware', () => {
  const handOver: DeviceGateway['execute'] = async () => {}
  const reported = { confirmation: 'reported', motion: 'derived', expires: false, tolerance: 0.05 } as const

  it('that reports nothing is not responding after 90 s, and may still happen [HW37]', async () => {
    const home = setUp(handOver, reported)
    const outcomes: unknown[] = []
    void home.send(true).then((outcome) => outcomes.push(outcome))
    await turns()
    await home.clock.advanceAsync(89_999)
    expect(outcomes).toEqual([])
    await home.clock.advanceAsync(1)
    await turns()
    expect(outcomes).toMatchObject([
      { ok: false, error: 'device_not_responding', detail: 'may_still_happen' },
    ])
    expect(home.tracker.partsOf('abcdefgh')).toEqual([])
  })

  it('that only echoes is unconfirmed after 90 s [HW39]', async () => {
    let acknowledged = () => {}
    const home = setUp(async (_request, options) => {
      acknowledged = options?.acknowledged ?? acknowledged
    }, reported)
    const outcome = home.send(true)
    await turns()
    acknowledged()
    home.report({ status: 'ready', position: 1, assumed: true })
    await home.clock.advanceAsync(90_000)
    expect(await outcome).toMatchObject({ ok: null, reached: { position: 1 } })
    expect(home.reported).toEqual(['acknowledged', 'failed'])
  })

  it('that confirms nothing leaves no trace of a command that it may carry out later', async () => {
    const home = setUp(handOver, { ...reported, confirmation: 'none' })
    expect(await home.send(true)).toMatchObject({ ok: null })
    expect([home.tracker.countWaiting(), home.tracker.partsOf('abcdefgh')]).toEqual([0, []])
  })

  it('that has failed may carry it out later, after an error that says nothing', async () => {
    const timeout = new DriverError('device_request_timeout', 'no answer')
    const home = setUp(() => Promise.reject(timeout), { ...reported, confirmation: 'acknowledged' })
    expect(await home.send(false)).toMatchObject({ ok: false, detail: 'may_still_happen' })
    const away = new DriverError('device_offline', 'away')
    const none = setUp(() => Promise.reject(away), reported)
    expect(await none.send(false)).toEqual({ deviceId: 'abcdefgh', ok: false, error: 'device_offline' })
  })
})

it.each([
  ['refuses', new DriverError('device_busy', 'no'), { ok: false, error: 'device_busy' }],
  ['breaks', new Error('broken'), 'Error: broken'],
])('a command whose driver %s is over', async (_name, error, expected) => {
  const home = setUp(() => Promise.reject(error))
  for (const isAwaited of [true, false]) {
    const outcome = await home.send(isAwaited)
    if (typeof expected === 'string') expect(outcome).toBe(expected)
    else expect(outcome).toMatchObject(expected)
  }
  expect([home.tracker.countWaiting(), home.tracker.countUnanswered()]).toEqual([0, 0])
})
