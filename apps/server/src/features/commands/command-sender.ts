import { type ErrorCode, errorCodeSchema, targetOfMove } from '@senca/contract'
import type { DeviceOutcome } from '@senca/contract/outcomes'
import { type Confirmation, DriverError } from '#drivers/driver.ts'
import type { ActivityEnd } from '#features/activity/index.ts'
import {
  type Device,
  type DeviceGateway,
  effectiveTypeOf,
  hasReported,
  type Shadows,
  ventilationOf,
} from '#features/devices/index.ts'
import { goalOf, reachedOf, withPlace } from './command-goal.ts'
import type { CommandObserver } from './command-observers.ts'
import type { CommandTracker } from './command-tracker.ts'
import { type Done, dueAt, type Machine, nextProgress, type Progress, SENT } from './progress.ts'
import { progress, type RegisteredCommand } from './tracked-command.ts'

/** After these errors it is unknown whether the device carried out the command. */
const UNKNOWN_ENDS: readonly ErrorCode[] = [
  'device_request_timeout',
  'device_not_responding',
  'internal_error',
]

interface CommandSenderOptions {
  shadows: Pick<Shadows, 'get' | 'record'>
  gateway: DeviceGateway
  tracker: CommandTracker
}

interface SendOptions {
  /** If true, the result comes when the device is at rest; otherwise when the device acknowledges the command. */
  isAwaited: boolean
  observers: readonly CommandObserver[]
}

const BUSY = { ok: false, error: 'device_busy' } as const
const OVERTAKEN = { ok: false, error: 'device_update_failed', detail: 'replaced' } as const

/** The error with which an aborted command ends: the reason of the abort, if one was given. */
function abortReason(signal: AbortSignal): ErrorCode {
  const reason = errorCodeSchema.safeParse(signal.reason)
  return reason.success ? reason.data : 'device_not_responding'
}

/** Waits one turn of the event loop, so that a report that arrives together with the result is published first. */
const turnOver = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Sends commands that passed all checks and follows each of them until it ends. */
export function createCommandSender(options: CommandSenderOptions) {
  const { shadows, gateway, tracker } = options
  const endOf = ({ error, detail, state }: Done, device: Device): ActivityEnd => {
    const reached = reachedOf(effectiveTypeOf(device, shadows.get(device.id)), state)
    if (error === null) return { ok: true, reached }
    if (error !== 'device_update_failed') return { ok: false, error }
    return { ok: false, error, ...(detail === null ? {} : { detail }), reached }
  }

  /**
   * Refuses with `device_busy` if too many commands of the device are unanswered, and with `device_update_failed` if a newer command
   * of the same page arrived before this one.
   */
  return async (
    tracked: RegisteredCommand,
    { isAwaited, observers }: SendOptions,
  ): Promise<DeviceOutcome> => {
    const { deviceId, command, controller, part, isStop, own } = tracked
    const { device } = own
    own.observers.push(...observers)
    const shadow = shadows.get(deviceId)
    const ventilation = ventilationOf(device, shadow)
    const goal = goalOf(command, ventilation)
    const target = goal.kind === 'rest' ? goal.target : null
    const refusal = tracker.isOvertaken(tracked) ? OVERTAKEN : tracker.markSent(tracked, target) ? null : BUSY
    if (refusal !== null) {
      tracker.refused(tracked, refusal)
      return { deviceId, ...refusal }
    }
    const { turn } = tracked
    const { signal } = controller
    const sentAt = shadow.counts
    const aim = { goal, part, isStop, turn, sentAt }
    const ended = new Promise<Done>((resolve) => {
      const machine: Machine<Progress> = {
        first: SENT,
        next: (before, event) => nextProgress(before, event, aim),
        dueAt,
      }
      tracker.follow(tracked, machine, resolve)
    })
    const finish = (end: ActivityEnd): DeviceOutcome => {
      // If the command was aborted or given up, nobody knows whether the device still carries it out.
      const isUnknown = !end.ok && (signal.aborted || own.isGivenUp || UNKNOWN_ENDS.includes(end.error))
      tracker.over(tracked, isUnknown, end)
      return { deviceId, ...end }
    }
    const accept = (confirmation: Confirmation) => {
      if (tracker.accepted(tracked, confirmation) && isAwaited)
        signal.addEventListener('abort', () => progress(own, { kind: 'ended', error: abortReason(signal) }))
    }
    try {
      const request = { deviceId, command: withPlace(command, ventilation) }
      const answer = gateway.execute(request, { signal, acknowledged: () => accept('acknowledged') })
      // The promise is awaited below. This handler avoids an unhandled rejection if an observer throws first.
      answer.catch(() => {})
      // The command is already being sent; writing its entry does not delay it.
      tracker.started(tracked)
      // Hardware that never answers may have accepted it. Only its next reports show that.
      accept(await answer)
    } catch (error) {
      if (error instanceof DriverError) {
        await turnOver()
        const isRevoked = signal.aborted && !tracker.isStopped()
        return finish({ ok: false, error: isRevoked ? abortReason(signal) : error.code })
      }
      finish({ ok: false, error: 'internal_error' })
      throw error
    }
    await turnOver()
    // If the sender lost the right to the device in the meantime, no target is recorded.
    if (command.command === 'move' && !signal.aborted && hasReported(shadows.get(deviceId)))
      shadows.record(deviceId, { kind: 'target', target: targetOfMove(command), sentAt })
    if (isAwaited) {
      const end = endOf(await ended, device)
      // A command that is reported as failed must not start later.
      if (!end.ok && end.error !== 'device_update_failed') controller.abort(end.error)
      return finish(end)
    }
    if (tracker.enterBackground(tracked)) void ended.then((done) => finish(endOf(done, device)))
    else tracker.over(tracked, true)
    return { deviceId, ok: true }
  }
}

export type SendCommand = ReturnType<typeof createCommandSender>
