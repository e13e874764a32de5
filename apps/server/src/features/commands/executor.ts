import { type DeviceCommand, type DeviceOutcome, type ErrorCode, targetOfMove } from '@senca/contract'
import { type Driver, DriverError } from '#drivers/driver.ts'
import type { ActivityEnd, ActivityLife } from '#features/activity/index.ts'
import {
  type Device,
  hasReported,
  type ShadowChange,
  type Shadows,
  ventilationOf,
} from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { withPlace } from './command-goal.ts'
import { createRunning, endingOf } from './endings.ts'
import { createFollowers } from './followers.ts'
import { createInFlight } from './in-flight.ts'
import type { UnderWay } from './under-way.ts'
import { createWaiters } from './waiters.ts'

const UNANSWERED_PER_DEVICE = 16
/** By these nobody knows what the device made of the command. */
const UNKNOWN_ENDS: readonly ErrorCode[] = [
  'device_request_timeout',
  'device_not_responding',
  'internal_error',
]

interface ExecutorOptions {
  shadows: Shadows
  driver: Driver
  underWay: UnderWay
  clock: Clock
}

type Sent = DeviceCommand | { command: 'abort' }

interface ExecuteOptions {
  /** Done when the device has come to rest, and not already when it took the command. */
  isAwaited: boolean
  /** Takes the command back. It ends with this reason, unless the device takes it all the same. */
  abort: AbortController
  /** The entry of the command; asked for when it leaves. */
  begin(): ActivityLife
}

type Waiting = ReturnType<ReturnType<typeof createWaiters>['open']>

/** What a device says in one breath with its result is told first: that is what is waited for at the screen. */
const turnOver = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Sends commands that are allowed and possible, and follows each to its end. */
export function createExecutor({ shadows, driver, underWay, clock }: ExecutorOptions) {
  const unanswered = createInFlight(UNANSWERED_PER_DEVICE)
  const waiters = createWaiters({ shadows, clock, underWay })
  const running = createRunning()
  const followers = createFollowers()
  const undos: (() => void)[] = []
  let isStopped = false

  /** Resolves once the device took the command, with null, or with why it did not. */
  const send = async (
    device: Device,
    command: Sent,
    { signal }: AbortController,
    acknowledged: () => void,
  ): Promise<ErrorCode | null> => {
    const complete =
      command.command === 'abort'
        ? command
        : withPlace(command, ventilationOf(device, shadows.get(device.id)))
    try {
      await driver.execute({ deviceId: device.id, command: complete }, { signal, acknowledged })
      return null
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
      return signal.aborted && !isStopped ? endingOf(signal) : error.code
    }
  }

  /** Says how a command ended, unless the server stops: then nobody knows. */
  const conclude = (life: ActivityLife, end: ActivityEnd) => {
    if (end.ok || end.error !== 'internal_error') life.ended(end)
  }

  const outcomeOf = (deviceId: string, end: ActivityEnd): DeviceOutcome => ({ deviceId, ...end })

  /** Sees an answered command through; it may be given up, and is never taken back. */
  const followOn = async (device: Device, follow: AbortController, waiting: Waiting) => {
    try {
      return await running.run(device.id, follow, () => waiting.end())
    } finally {
      followers.leave(device.id, follow)
    }
  }

  const carryOut = async (
    device: Device,
    command: Sent,
    { isAwaited, abort, begin }: ExecuteOptions,
    follow: AbortController,
    leave: () => void,
  ): Promise<DeviceOutcome> => {
    const { counts: sentAt } = shadows.get(device.id)
    // It leaves first, and what is remembered of it is written down while it is on its way.
    const answer = send(device, command, abort, () => acknowledged()).finally(leave)
    // It is awaited below, and not where one of the notes cannot be made.
    answer.catch(() => {})
    const waiting = waiters.open(device, command, follow.signal)
    const life = begin()
    const sent = underWay.sent(device.id, command)
    waiting.sent(sent.turn)
    const over = (end: ActivityEnd) => {
      waiting.forget()
      // Whom it was taken from, or who gave way, does not know how it ends.
      const isGivenUp = abort.signal.aborted || follow.signal.aborted
      sent.over(!end.ok && (isGivenUp || UNKNOWN_ENDS.includes(end.error)))
      conclude(life, end)
      return outcomeOf(device.id, end)
    }
    const acknowledged = () => {
      if (command.command !== 'abort') waiters.extend(device.id)
      life.acknowledged()
      waiting.acknowledged()
      sent.taken()
      if (isAwaited) abort.signal.addEventListener('abort', () => follow.abort(abort.signal.reason))
    }
    const refusal = await answer.catch((error: unknown) => {
      over({ ok: false, error: 'internal_error' })
      throw error
    })
    await turnOver()
    if (refusal !== null) return over({ ok: false, error: refusal })
    // A person who lost the device meanwhile has no target there.
    if (command.command === 'move' && !abort.signal.aborted && hasReported(shadows.get(device.id)))
      shadows.record(device.id, { kind: 'target', target: targetOfMove(command), sentAt })
    if (!isAwaited) {
      if (followers.enter(device, follow)) void followOn(device, follow, waiting).then(over)
      else {
        waiting.forget()
        sent.over(true)
      }
      return { deviceId: device.id, ok: true }
    }
    const end = await waiting.end()
    // What is reported failed must not begin later.
    if (!end.ok && end.error !== 'device_update_failed') abort.abort(end.error)
    return over(end)
  }

  /** The one who waited for the device has lost it, and must not learn what it does in its next home. */
  const endWithHome = ({ shadow, event }: ShadowChange) => {
    if (event.kind === 'claimed' || event.kind === 'forgotten')
      running.end(shadow.deviceId, 'device_not_exist')
  }

  return {
    start() {
      undos.push(shadows.onChange(waiters.learn), shadows.onChange(endWithHome))
    },
    /** Ends everything at once. */
    stop() {
      isStopped = true
      for (const undo of undos.splice(0)) undo()
      running.endAll('internal_error')
    },
    isStopped: () => isStopped,
    countUnanswered: unanswered.count,
    countWaiting: waiters.count,
    /** Sends a command, or stops a device; null when too many of its commands are unanswered. */
    async execute(device: Device, command: Sent, options: ExecuteOptions): Promise<DeviceOutcome | null> {
      const leave = unanswered.enter(device.id)
      if (leave === null) return null
      const follow = new AbortController()
      return running.run(device.id, options.abort, () =>
        running.run(device.id, follow, () => carryOut(device, command, options, follow, leave)),
      )
    },
  }
}

export type Executor = ReturnType<typeof createExecutor>
