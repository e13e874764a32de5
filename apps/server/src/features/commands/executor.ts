import {
  AXES,
  type DeviceCommand,
  type DeviceOutcome,
  type DeviceState,
  type ErrorCode,
  kindOf,
  targetOfMove,
  type VentilationCommand,
} from '@senca/contract'
import { type Driver, DriverError } from '#drivers/driver.ts'
import {
  type Device,
  effectiveTypeOf,
  type ShadowChange,
  type Shadows,
  stateOf,
  ventilationOf,
} from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { goalOf, withPlace } from './command-goal.ts'
import { createRunning, endingOf } from './endings.ts'
import { createInFlight } from './in-flight.ts'
import { learnTravel, restDeadlineMs, type Travel, UNMEASURED } from './travel-time.ts'
import { createWaiter, type Waiter } from './waiter.ts'

const UNANSWERED_PER_DEVICE = 16

interface ExecutorOptions {
  shadows: Shadows
  driver: Driver
  clock: Clock
}

type Sent = DeviceCommand | VentilationCommand | { command: 'abort' }

/** Sends commands that are allowed and possible, and waits for what becomes of them. */
export function createExecutor({ shadows, driver, clock }: ExecutorOptions) {
  const unanswered = createInFlight(UNANSWERED_PER_DEVICE)
  const waitersById = new Map<string, Set<Waiter>>()
  const travelById = new Map<string, Travel>()
  const running = createRunning()
  const undos: (() => void)[] = []

  const typeOf = (device: Device) => effectiveTypeOf(device, shadows.get(device.id))

  const waiterFor = (device: Device, command: DeviceCommand, signal: AbortSignal): Waiter => {
    const waiter = createWaiter({
      shadows,
      clock,
      deviceId: device.id,
      goal: goalOf(command, ventilationOf(device, shadows.get(device.id))),
      sentAt: shadows.get(device.id).counts,
      restMs: () => restDeadlineMs(kindOf(typeOf(device)).family, travelById.get(device.id)?.fullMs ?? null),
      signal,
    })
    const waiters = waitersById.get(device.id) ?? new Set()
    waitersById.set(device.id, waiters.add(waiter))
    return waiter
  }

  const forgetWaiter = (deviceId: string, waiter: Waiter) => {
    waiter.stop()
    const waiters = waitersById.get(deviceId)
    waiters?.delete(waiter)
    if (waiters?.size === 0) waitersById.delete(deviceId)
  }

  /** Answers null once the device took the command, else why not. */
  const send = async (
    deviceId: string,
    command: Sent,
    { signal }: AbortController,
    acknowledged?: () => void,
  ): Promise<ErrorCode | null> => {
    const leave = unanswered.enter(deviceId)
    if (leave === null) return 'device_busy'
    try {
      await driver.execute(
        { deviceId, command },
        acknowledged === undefined ? { signal } : { signal, acknowledged },
      )
      return null
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
      return signal.aborted ? endingOf(signal) : error.code
    } finally {
      leave()
    }
  }

  const sendAndTell = (
    device: Device,
    command: DeviceCommand,
    abort: AbortController,
    taken?: () => void,
  ) => {
    const shadow = shadows.get(device.id)
    const sentAt = shadow.counts
    return send(device.id, withPlace(command, ventilationOf(device, shadow)), abort, () => {
      if (command.command === 'move') {
        shadows.record(device.id, { kind: 'target', target: targetOfMove(command), sentAt })
      }
      for (const waiter of waitersById.get(device.id) ?? []) waiter.extend()
      taken?.()
    })
  }

  const sendAndWait = async (
    device: Device,
    command: DeviceCommand,
    abort: AbortController,
  ): Promise<DeviceOutcome> => {
    const { id: deviceId } = device
    const waiter = waiterFor(device, command, abort.signal)
    try {
      const refusal = await sendAndTell(device, command, abort, waiter.acknowledged)
      if (refusal !== null) return { deviceId, ok: false, error: refusal }
      const { error, state } = await waiter.outcome
      const reached = placeOf(device, state)
      if (error === null) return { deviceId, ok: true, reached }
      if (error === 'device_update_failed') return { deviceId, ok: false, error, reached }
      // What is reported failed must not begin later.
      abort.abort(error)
      return { deviceId, ok: false, error }
    } finally {
      forgetWaiter(deviceId, waiter)
    }
  }

  /** Where a shade has come to rest, along the axes it has; nothing for doors and lights. */
  const placeOf = (device: Device, state: DeviceState | null) => {
    const { axes } = kindOf(typeOf(device))
    const known = state === null ? [] : AXES.filter((axis) => axes.includes(axis))
    return Object.fromEntries(known.map((axis) => [axis, state?.[axis] ?? null]))
  }

  const outcomeOf = (deviceId: string, error: ErrorCode | null): DeviceOutcome =>
    error === null ? { deviceId, ok: true } : { deviceId, ok: false, error }

  const learn = ({ shadow, event }: ShadowChange) => {
    if (event.kind !== 'report') return
    const before = travelById.get(shadow.deviceId) ?? UNMEASURED
    const travel = learnTravel(before, stateOf(shadow), event.at)
    if (travel !== before) travelById.set(shadow.deviceId, travel)
  }

  /** Whoever waited for the device has lost it, and must not learn what it does in its next home. */
  const endWithHome = ({ shadow, event }: ShadowChange) => {
    if (event.kind === 'claimed' || event.kind === 'forgotten')
      running.end(shadow.deviceId, 'device_not_exist')
  }

  return {
    start() {
      undos.push(shadows.onChange(learn), shadows.onChange(endWithHome))
    },
    /** Ends everything at once. */
    stop() {
      for (const undo of undos.splice(0)) undo()
      running.endAll('internal_error')
    },
    /** Done when the device took the command or, awaited, when it has come to rest; `abort` ends it with its reason. */
    execute: (
      device: Device,
      command: DeviceCommand,
      { isAwaited, abort }: { isAwaited: boolean; abort: AbortController },
    ): Promise<DeviceOutcome> =>
      running.run(device.id, abort, async () =>
        isAwaited
          ? sendAndWait(device, command, abort)
          : outcomeOf(device.id, await sendAndTell(device, command, abort)),
      ),
    stopDevice: (device: Device, abort: AbortController): Promise<DeviceOutcome> =>
      running.run(device.id, abort, async () =>
        outcomeOf(device.id, await send(device.id, { command: 'abort' }, abort)),
      ),
  }
}

export type Executor = ReturnType<typeof createExecutor>
