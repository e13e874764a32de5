import { type ErrorCode, errorCodeSchema, targetOfMove } from '@senca/contract'
import type { DeviceOutcome } from '@senca/contract/outcomes'
import { DriverError } from '#drivers/driver.ts'
import type { ActivityEnd, ActivityLife } from '#features/activity/index.ts'
import {
  type Device,
  type DeviceDriver,
  effectiveTypeOf,
  hasReported,
  type Shadows,
  ventilationOf,
} from '#features/devices/index.ts'
import { NO_TRACING, type Tracing } from '#platform/tracing/tracing.ts'
import { goalOf, reachedOf, withPlace } from './command-goal.ts'
import type { CommandTracker, RegisteredCommand } from './command-tracker.ts'
import { type Done, dueAt, type Machine, nextProgress, type Progress, SENT } from './progress.ts'

/** By these nobody knows what the device made of the command. */
const UNKNOWN_ENDS: readonly ErrorCode[] = [
  'device_request_timeout',
  'device_not_responding',
  'internal_error',
]

interface CommandSenderOptions {
  shadows: Pick<Shadows, 'get' | 'record'>
  driver: DeviceDriver
  tracker: CommandTracker
  tracing?: Tracing
}

interface SendOptions {
  /** Done when the device has come to rest, and not already when it took the command. */
  isAwaited: boolean
  /** The entry of the command; asked for when it leaves. */
  begin(): ActivityLife
}

/** The error by which an aborted command ends: the reason it was aborted with, if it was given one. */
function abortReason(signal: AbortSignal): ErrorCode {
  const reason = errorCodeSchema.safeParse(signal.reason)
  return reason.success ? reason.data : 'device_not_responding'
}

/** Waits one turn of the event loop, so that a report that arrives together with the result is published before it. */
const turnOver = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Sends commands that are allowed and possible, and follows each to its end. */
export function createCommandSender(options: CommandSenderOptions) {
  const { shadows, driver, tracker, tracing = NO_TRACING } = options
  const endOf = ({ error, detail, state }: Done, device: Device): ActivityEnd => {
    const reached = reachedOf(effectiveTypeOf(device, shadows.get(device.id)), state)
    if (error === null) return { ok: true, reached }
    if (error !== 'device_update_failed') return { ok: false, error }
    return { ok: false, error, ...(detail === null ? {} : { detail }), reached }
  }

  /** Refuses with `device_busy` while too many commands of the device are unanswered. */
  return async (tracked: RegisteredCommand, { isAwaited, begin }: SendOptions): Promise<DeviceOutcome> => {
    const { deviceId, command, controller, part, isStop, own } = tracked
    if (!tracker.leave(tracked)) {
      const refusal = { ok: false, error: 'device_busy' } as const
      if (command.command === 'unlock') begin().ended(refusal)
      return { deviceId, ...refusal }
    }
    const { turn } = tracked
    const { device } = own
    const { signal } = controller
    const shadow = shadows.get(deviceId)
    const ventilation = ventilationOf(device, shadow)
    const sentAt = shadow.counts
    const aim = { goal: goalOf(command, ventilation), part, isStop, turn, sentAt }
    const ended = new Promise<Done>((resolve) => {
      const machine: Machine<Progress> = {
        first: SENT,
        next: (progress, event) => nextProgress(progress, event, aim),
        dueAt,
      }
      tracker.follow(tracked, machine, resolve)
    })
    let life: ActivityLife | null = null
    const finish = (end: ActivityEnd): DeviceOutcome => {
      // Whom it was taken from, or who gave way, does not know how it ends.
      const isUnknown = !end.ok && (signal.aborted || own.isGivenUp || UNKNOWN_ENDS.includes(end.error))
      tracker.over(tracked, isUnknown)
      // The server stops: then nobody knows how it ended.
      if (end.ok || end.error !== 'internal_error') life?.ended(end)
      return { deviceId, ...end }
    }
    const sending = tracing.begin('send to the device')
    const acknowledged = () => {
      sending.event('acknowledged')
      life?.acknowledged()
      tracker.acknowledged(tracked)
      if (isAwaited)
        signal.addEventListener('abort', () => own.take({ kind: 'ended', error: abortReason(signal) }))
    }
    try {
      const request = { deviceId, command: withPlace(command, ventilation) }
      const answer = driver.execute(request, { signal, acknowledged })
      // It is awaited below, and not where its entry cannot be made.
      answer.catch(() => {})
      // It is on its way: nobody waits for what is written down meanwhile.
      life = begin()
      tracker.publishSent(tracked)
      await answer
      sending.end()
    } catch (error) {
      sending.fail(error instanceof DriverError ? error.code : 'internal_error')
      sending.end()
      if (error instanceof DriverError) {
        await turnOver()
        const isTakenBack = signal.aborted && !tracker.isStopped()
        return finish({ ok: false, error: isTakenBack ? abortReason(signal) : error.code })
      }
      finish({ ok: false, error: 'internal_error' })
      throw error
    }
    await turnOver()
    // A person who lost the device meanwhile has no target there.
    if (command.command === 'move' && !signal.aborted && hasReported(shadows.get(deviceId)))
      shadows.record(deviceId, { kind: 'target', target: targetOfMove(command), sentAt })
    const following = tracing.begin('follow to the end')
    const isFollowed = isAwaited || tracker.enterBackground(tracked)
    if (isFollowed) {
      void ended.then(({ error }) => {
        if (error !== null) following.fail(error)
        following.end()
      })
    }
    if (isAwaited) {
      const end = endOf(await ended, device)
      // What is reported failed must not begin later.
      if (!end.ok && end.error !== 'device_update_failed') controller.abort(end.error)
      return finish(end)
    }
    if (isFollowed) void ended.then((done) => finish(endOf(done, device)))
    else tracker.over(tracked, true)
    return { deviceId, ok: true }
  }
}

export type SendCommand = ReturnType<typeof createCommandSender>
