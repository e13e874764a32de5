import {
  AXES,
  type DeviceCommand,
  type DeviceState,
  kindOf,
  type ResultDetail,
  type Target,
} from '@senca/contract'
import type { ActivityEnd } from '#features/activity/index.ts'
import {
  type Device,
  effectiveTypeOf,
  type ShadowChange,
  type Shadows,
  stateOf,
  ventilationOf,
} from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { type CommandGoal, goalOf } from './command-goal.ts'
import { learnTravel, restDeadlineMs, type Travel, UNMEASURED } from './travel-time.ts'
import { partOf, type UnderWay } from './under-way.ts'
import { createWaiter, type Waiter } from './waiter.ts'

interface WaitersOptions {
  shadows: Shadows
  clock: Clock
  underWay: Pick<UnderWay, 'onTaken'>
}

type Sent = DeviceCommand | { command: 'abort' }

/** Where a stop ends is where it should. */
const goalFor = (command: Sent, ventilation: Target | null): CommandGoal =>
  command.command === 'abort' ? { kind: 'rest', target: {} } : goalOf(command, ventilation)

/** What is waited for, device by device, and how long it may take by what was learned of each device. */
export function createWaiters({ shadows, clock, underWay }: WaitersOptions) {
  const waitersById = new Map<string, Set<Waiter>>()
  const travelById = new Map<string, Travel>()

  const typeOf = (device: Device) => effectiveTypeOf(device, shadows.get(device.id))

  /** Where a shade has come to rest, along the axes it has; nothing for doors and lights. */
  const placeOf = (device: Device, state: DeviceState | null) => {
    const { axes } = kindOf(typeOf(device))
    const known = state === null ? [] : AXES.filter((axis) => axes.includes(axis))
    return Object.fromEntries(known.map((axis) => [axis, state?.[axis] ?? null]))
  }

  return {
    /** Follows a command that is about to be sent as the `turn`th; `signal` ends the wait with its reason. */
    open(device: Device, command: Sent, signal: AbortSignal) {
      const part = partOf(command)
      let turn = Number.POSITIVE_INFINITY
      const isStop = command.command === 'abort'
      let isStopped = isStop
      let interruption: ResultDetail | null = null
      const waiter = createWaiter({
        shadows,
        clock,
        deviceId: device.id,
        goal: goalFor(command, ventilationOf(device, shadows.get(device.id))),
        isStop,
        sentAt: shadows.get(device.id).counts,
        restMs: () =>
          restDeadlineMs(kindOf(typeOf(device)).family, travelById.get(device.id)?.fullMs ?? null),
        signal,
      })
      const stopHearing = underWay.onTaken(device.id, (taken) => {
        if (taken.turn <= turn || taken.part !== part) return
        interruption ??= taken.isStop ? 'stopped' : 'replaced'
        waiter.interrupt()
        if (taken.isStop) isStopped = true
        else if (isStopped) waiter.handOver()
      })
      const waiters = waitersById.get(device.id) ?? new Set()
      waitersById.set(device.id, waiters.add(waiter))
      return {
        /** The command has left, as this in the order of all. */
        sent(inTurn: number) {
          turn = inTurn
        },
        acknowledged: waiter.acknowledged,
        async end(): Promise<ActivityEnd> {
          const { error, detail, state } = await waiter.outcome
          const reached = placeOf(device, state)
          if (error === null) return { ok: true, reached }
          if (error !== 'device_update_failed') return { ok: false, error }
          return { ok: false, error, detail: interruption ?? detail ?? 'moved_elsewhere', reached }
        },
        forget() {
          stopHearing()
          waiter.stop()
          waiters.delete(waiter)
          if (waiters.size === 0 && waitersById.get(device.id) === waiters) waitersById.delete(device.id)
        },
      }
    },
    /** The device took a newer command: those who wait for it grant it the time of that one. */
    extend(deviceId: string) {
      for (const waiter of waitersById.get(deviceId) ?? []) waiter.extend()
    },
    count(): number {
      let count = 0
      for (const waiters of waitersById.values()) count += waiters.size
      return count
    },
    learn({ shadow, event }: ShadowChange) {
      if (event.kind !== 'report') return
      const before = travelById.get(shadow.deviceId) ?? UNMEASURED
      const travel = learnTravel(before, stateOf(shadow), event.at)
      if (travel !== before) travelById.set(shadow.deviceId, travel)
    },
  }
}
