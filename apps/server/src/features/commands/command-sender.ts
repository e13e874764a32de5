import { AXES, type ErrorCode, errorCodeSchema, targetOfMove } from '@senca/contract'
import type { DeviceOutcome } from '@senca/contract/outcomes'
import { DriverError, type EndpointTraits } from '#drivers/driver.ts'
import type { ActivityEnd } from '#features/activity/index.ts'
import {
  type Device,
  type DeviceGateway,
  effectiveTypeOf,
  hasReported,
  isFreshlyReported,
  type Shadow,
  type Shadows,
  stateOf,
  ventilationOf,
} from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { type CommandGoal, goalOf, reachedOf, withPlace } from './command-goal.ts'
import type { CommandObserver } from './command-observers.ts'
import type { CommandTracker } from './command-tracker.ts'
import { type Done, dueAt, type Machine, nextProgress, type Progress, SENT } from './progress.ts'
import { reportedMachine } from './reported-progress.ts'
import { progress, type RegisteredCommand } from './tracked-command.ts'

/** After these errors it is unknown whether the device carried out the command. */
const UNKNOWN_ENDS: readonly ErrorCode[] = [
  'device_request_timeout',
  'device_not_responding',
  'internal_error',
]
/** After these errors third-party hardware may still carry out the command. */
const UNANSWERED: readonly ErrorCode[] = ['device_request_timeout', 'device_not_responding']

interface CommandSenderOptions {
  shadows: Pick<Shadows, 'get' | 'record'>
  gateway: Pick<DeviceGateway, 'execute' | 'traitsOf'>
  tracker: CommandTracker
  clock: Pick<Clock, 'now'>
}

interface SendOptions {
  /**
   * If true, the result comes when the device is at rest; otherwise when the device acknowledges the command, or with the first
   * evidence where it does not acknowledge commands.
   */
  isAwaited: boolean
  /** It moves the device to safety. */
  isUrgent?: boolean
  observers: readonly CommandObserver[]
}

const BUSY = { ok: false, error: 'device_busy' } as const
const STANDING = { ok: false, error: 'device_not_busy' } as const
const OVERTAKEN = { ok: false, error: 'device_update_failed', detail: 'replaced' } as const

/** The error with which an aborted command ends: the reason of the abort, if one was given. */
export function abortReason(signal: AbortSignal): ErrorCode {
  const reason = errorCodeSchema.safeParse(signal.reason)
  return reason.success ? reason.data : 'device_not_responding'
}

/** Whether the known state was reported since the device connected, and not retained by a broker. */
const isLive = (shadow: Shadow): boolean => isFreshlyReported(shadow) && !shadow.isAgeUnknown

/** Whether a shade reports live that it stands at a known place. */
function isStanding(shadow: Shadow): boolean {
  const state = stateOf(shadow)
  const hasPlace = !state.assumed && AXES.some((axis) => state[axis] !== null)
  return isLive(shadow) && state.status === 'ready' && hasPlace
}

/** Waits one turn of the event loop, so that a report that arrives together with the result is published first. */
const turnOver = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Sends commands that passed all checks and follows each of them until it ends. */
export function createCommandSender(options: CommandSenderOptions) {
  const { shadows, gateway, tracker, clock } = options
  /** How a command ends with an error. Third-party hardware that did not answer may still carry it out. */
  const failureOf = (error: ErrorCode, { expires }: EndpointTraits): ActivityEnd =>
    expires || !UNANSWERED.includes(error)
      ? { ok: false, error }
      : { ok: false, error, detail: 'may_still_happen' }

  const endOf = (
    { error, isUnconfirmed = false, detail, state }: Done,
    device: Device,
    traits: EndpointTraits,
  ): ActivityEnd => {
    const reached = reachedOf(effectiveTypeOf(device, shadows.get(device.id)), state)
    if (isUnconfirmed) return { ok: null, reached }
    if (error === null) return { ok: true, reached }
    if (error !== 'device_update_failed') return failureOf(error, traits)
    return { ok: false, error, ...(detail === null ? {} : { detail }), reached }
  }

  /** Why the command is not sent, or null after it was marked as sent. */
  const refusalOf = (tracked: RegisteredCommand, goal: CommandGoal, { expires }: EndpointTraits) => {
    const { deviceId, part, isStop } = tracked
    if (tracker.isOvertaken(tracked)) return OVERTAKEN
    // Our own hardware answers this itself.
    const mayStand = isStop && !expires && !tracker.partsOf(deviceId).includes(part)
    if (mayStand && isStanding(shadows.get(deviceId))) return STANDING
    return tracker.markSent(tracked, goal.kind === 'rest' ? goal.target : null, expires) ? null : BUSY
  }

  /** Follows the command by its acknowledgement and the reports after it, or by reports alone. Resolves with its end. */
  const follow = (
    tracked: RegisteredCommand,
    goal: CommandGoal,
    { confirmation, tolerance }: EndpointTraits,
    isAwaited: boolean,
  ) =>
    new Promise<Done>((resolve) => {
      const { deviceId, part, isStop, turn } = tracked
      const shadow = shadows.get(deviceId)
      const aim = { goal, part, isStop, turn, sentAt: shadow.counts, tolerance }
      if (confirmation !== 'acknowledged') {
        const before = isLive(shadow) ? stateOf(shadow) : null
        return tracker.follow(tracked, reportedMachine({ ...aim, confirmation, isAwaited, before }), resolve)
      }
      const machine: Machine<Progress> = {
        first: SENT,
        next: (before, event) => nextProgress(before, event, aim),
        dueAt,
      }
      tracker.follow(tracked, machine, resolve)
    })

  /**
   * Refuses with `device_busy` if too many commands of the device are unanswered, with `device_update_failed` if a newer command of
   * the same page arrived before this one, and with `device_not_busy` if third-party hardware reports that there is nothing to stop.
   */
  return async (
    tracked: RegisteredCommand,
    { isAwaited, isUrgent = false, observers }: SendOptions,
  ): Promise<DeviceOutcome> => {
    const { deviceId, command, controller, isStop, own } = tracked
    const { device } = own
    own.observers.push(...observers)
    const shadow = shadows.get(deviceId)
    const { counts: sentAt } = shadow
    const ventilation = ventilationOf(device, shadow)
    const goal = goalOf(command, ventilation)
    const request = { deviceId, command: withPlace(command, ventilation) }
    const traits = gateway.traitsOf(deviceId, request.command)
    const isAnswering = traits.confirmation === 'acknowledged'
    const refusal = refusalOf(tracked, goal, traits)
    if (refusal !== null) {
      tracker.refused(tracked, refusal)
      return { deviceId, ...refusal }
    }
    const { signal } = controller
    const ended = follow(tracked, goal, traits, isAwaited)
    const finish = (end: ActivityEnd): DeviceOutcome => {
      // If the command was aborted or given up, nobody knows whether the device still carries it out.
      const isUnknown =
        end.ok === null ||
        (end.ok === false && (signal.aborted || own.isGivenUp || UNKNOWN_ENDS.includes(end.error)))
      tracker.over(tracked, isUnknown, end)
      return { deviceId, ...end }
    }
    const accept = () => {
      if (tracker.accepted(tracked, traits.confirmation) && isAwaited)
        signal.addEventListener('abort', () => progress(own, { kind: 'ended', error: abortReason(signal) }))
    }
    let prove = () => {}
    const proven = new Promise<void>((resolve) => {
      prove = () => {
        tracker.proven(tracked)
        resolve()
      }
    }).then(turnOver)
    try {
      const answer = gateway.execute(request, {
        signal,
        isUrgent,
        acknowledged: isAnswering ? accept : () => prove(),
      })
      // The promise is awaited below. This handler avoids an unhandled rejection if an observer throws first.
      answer.catch(() => {})
      // The command is already being sent; writing its entry does not delay it.
      tracker.started(tracked)
      await answer
      accept()
    } catch (error) {
      if (error instanceof DriverError) {
        await turnOver()
        const isRevoked = signal.aborted && !tracker.isStopped()
        return finish(failureOf(isRevoked ? abortReason(signal) : error.code, traits))
      }
      finish({ ok: false, error: 'internal_error' })
      throw error
    }
    const recordTarget = () => {
      // If the sender lost the right to the device in the meantime, no target is recorded.
      if (command.command === 'move' && !signal.aborted && hasReported(shadows.get(deviceId)))
        shadows.record(deviceId, {
          kind: 'target',
          target: targetOfMove(command),
          sentAt,
          at: clock.now().getTime(),
        })
    }
    if (isAnswering) {
      await turnOver()
      recordTarget()
    } else void proven.then(recordTarget)
    if (isAwaited) {
      const end = endOf(await ended, device, traits)
      // A command that is reported as failed must not start later.
      if (end.ok === false && end.error !== 'device_update_failed') controller.abort(end.error)
      return finish(end)
    }
    if (!isAnswering) {
      const done = isStop ? await ended : await Promise.race([ended, proven.then(() => null)])
      if (done !== null) {
        const { reached: _notAwaited, ...end } = endOf(done, device, traits)
        return finish(end)
      }
    }
    if (tracker.enterBackground(tracked)) void ended.then((done) => finish(endOf(done, device, traits)))
    else tracker.over(tracked, true)
    return { deviceId, ok: true }
  }
}

export type SendCommand = ReturnType<typeof createCommandSender>
