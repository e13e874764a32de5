import { describe, expect, it, vi } from 'vitest'
import {
  DriverError,
  type DriverRequest,
  type EndpointTraits,
  type ExecuteOptions,
  type HardwareDriver,
} from '#drivers/driver.ts'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { createLogger } from '#platform/logger.ts'
import { unseenShadow } from '#testing/drivers/example-device.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createDeviceGateway } from './device-gateway.ts'
import { createDeviceRemoval } from './removal.ts'

const deviceId = unseenShadow.deviceId
const abort = { deviceId, command: { command: 'abort' } } as const
const forget = { deviceId, command: { command: 'forget' } } as const

const NATIVE: EndpointTraits = {
  confirmation: 'acknowledged',
  motion: 'reported',
  expires: true,
  tolerance: 0.02,
}

type Executing = (request: DriverRequest, options: ExecuteOptions) => Promise<void>

/** A gateway to a device whose endpoints are served by these drivers. */
function setUp(parts: Record<string, Partial<HardwareDriver>>, failed: readonly string[] = []) {
  const clock = createFakeClock()
  const removal = createDeviceRemoval({ bus: createInProcessEventBus(createLogger('silent')), clock })
  const drivers = new Map(
    Object.entries(parts).map(([name, part]): [string, HardwareDriver] => [
      name,
      {
        start: async () => {},
        stop: async () => {},
        describe: () => NATIVE,
        execute: async () => {},
        ...part,
      },
    ]),
  )
  const gateway = createDeviceGateway({
    drivers: { find: (name) => drivers.get(name), hasFailed: (name) => failed.includes(name) },
    endpoints: {
      of: () =>
        Object.keys(parts).map((driver) => ({
          driver,
          address: `at ${driver}`,
          deviceId,
          version: null,
          firmware: null,
          part: null,
        })),
    },
    shadows: { get: () => unseenShadow, peek: () => unseenShadow, load: async () => {} },
    removal,
    clock,
  })
  const codeOf = (execution: Promise<unknown>) =>
    execution.then(
      () => null,
      (error: unknown) => (error instanceof DriverError ? error.code : error),
    )
  return { clock, gateway, removal, codeOf }
}

const never = () => new Promise<void>(() => {})

describe('the device gateway', () => {
  it.each([
    ['a command', abort, { one: { execute: never } }],
    ['forget for each of several endpoints', forget, { one: { forget: never }, two: { forget: never } }],
  ])('ends %s although a driver never answers', async (_name, request, parts) => {
    const { clock, gateway, codeOf } = setUp(parts)
    const asked = codeOf(gateway.execute(request))
    await clock.advanceAsync(60_000)
    expect(await asked).toBe('device_request_timeout')
    expect(clock.pending()).toBe(0)
  })

  it.each([
    ['acknowledged', 1],
    ['reported', 0],
    ['none', 0],
  ] as const)(
    'says that the endpoint confirms %s, and passes its acknowledgement on',
    async (confirmation, measured) => {
      const traits = { confirmation, motion: 'derived', expires: false, tolerance: 0.05 } as const
      const { gateway } = setUp({
        one: {
          execute: async (_request, { acknowledged }) => acknowledged?.(),
          describe: () => traits,
        },
      })
      const acknowledged = vi.fn()
      const answered = vi.fn()
      gateway.onAnswered(answered)
      await gateway.execute(abort, { acknowledged })
      expect(gateway.traitsOf(deviceId, abort.command)).toEqual(traits)
      expect(gateway.mayActLate(deviceId)).toBe(true)
      expect([acknowledged.mock.calls.length, answered.mock.calls.length]).toEqual([1, measured])
    },
  )

  it('knows that nothing happens late at our own hardware, and where there is none', () => {
    expect(setUp({ one: {} }).gateway.mayActLate(deviceId)).toBe(false)
    const { gateway } = setUp({})
    expect([gateway.mayActLate(deviceId), gateway.traitsOf(deviceId, abort.command)]).toEqual([false, NATIVE])
  })

  it.each([
    ['device_unreachable', 'a driver that has failed', { one: {} }, ['one'], abort],
    ['device_unsupported_action', 'no maintenance', { one: {} }, [], 'restart'],
    ['device_unsupported_action', 'no credentials', { one: {} }, [], 'register_key'],
    ['device_offline', 'no hardware', {}, [], abort],
  ] as const)('answers %s where a device has %s', async (code, _name, parts, failed, asked) => {
    const { clock, gateway, codeOf } = setUp(parts, failed)
    const request = typeof asked === 'string' ? ({ deviceId, command: { command: asked } } as const) : asked
    expect([await codeOf(gateway.execute(request)), clock.pending()]).toEqual([code, 0])
  })

  it('sends forget to the endpoints whose hardware knows its home, and succeeds at once where none does', async () => {
    const sent: string[] = []
    const record: Executing = async ({ address }, { acknowledged }) => {
      sent.push(address)
      acknowledged?.()
    }
    const acknowledged = vi.fn()
    await setUp({ one: {}, two: { forget: record }, three: { forget: record } }).gateway.execute(forget, {
      acknowledged,
    })
    expect([sent, acknowledged.mock.calls.length]).toEqual([['at two', 'at three'], 1])
    await setUp({ one: {} }).gateway.execute(forget, { acknowledged })
    expect(acknowledged).toHaveBeenCalledTimes(2)
  })

  it('withdraws what is unanswered when the device is removed, and then sends only forget', async () => {
    const signals: AbortSignal[] = []
    const { gateway, removal, codeOf } = setUp({
      one: {
        execute: (_request, { signal }) => {
          signals.push(signal)
          return new Promise((_resolve, reject) => signal.addEventListener('abort', reject))
        },
        forget: async (_request, { acknowledged }) => acknowledged?.(),
      },
    })
    const unanswered = codeOf(gateway.execute(abort))
    const running = removal.begin(deviceId)
    expect([await unanswered, signals.map(({ aborted }) => aborted)]).toEqual(['device_not_exist', [true]])
    expect(await codeOf(gateway.execute(abort))).toBe('device_busy')
    expect(await codeOf(gateway.execute(forget))).toBeNull()
    running?.complete()
    expect(await codeOf(gateway.execute(abort))).toBe('device_not_exist')
    expect(signals).toHaveLength(1)
  })

  it('does not withdraw that a device forgets its home once it has acknowledged it, such as when the server stops', async () => {
    const signals: AbortSignal[] = []
    const { gateway } = setUp({
      one: {
        forget: async (_request, { signal, acknowledged }) => {
          signals.push(signal)
          acknowledged?.()
        },
      },
    })
    const stopping = new AbortController()
    await gateway.execute(forget, { signal: stopping.signal })
    stopping.abort()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })

  it('withdraws what was acknowledged when its sender aborts it, but not after the device has left its home', async () => {
    const signals: AbortSignal[] = []
    const { gateway, removal } = setUp({
      one: {
        execute: async (_request, { signal, acknowledged }) => {
          signals.push(signal)
          acknowledged?.()
        },
      },
    })
    const [first, second] = [new AbortController(), new AbortController()]
    await gateway.execute(abort, { signal: first.signal })
    await gateway.execute(abort, { signal: second.signal })
    first.abort('device_not_responding')
    removal.begin(deviceId)
    second.abort()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    expect(signals[0]?.reason).toBe('device_not_responding')
  })
})
