import { type Counts, type DeviceState, type DeviceType, kindOf, LIMITS } from '@senca/contract'
import type { ActivityLife } from '#features/activity/index.ts'
import { type Device, effectiveTypeOf, isLater, type Shadows } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { lockOf } from './command-goal.ts'
import { recordCommand } from './command-observers.ts'
import type { CommandTracker } from './command-tracker.ts'
import { type CommandEvent, type Done, hasRestarted, type Machine } from './progress.ts'

/** A calibration moves the whole way twice. */
const CALIBRATION_MAX_MS = 2 * LIMITS.COMMAND_REST_MAX_MS

export type Maintenance = 'recalibrate' | 'restart'

interface MaintenanceAim {
  asked: Maintenance
  type: DeviceType
  /** The counts of the newest report when the request was sent. */
  sentAt: Counts
}

/** The state of a calibration or restart that a device has acknowledged. Times are milliseconds since 1970. */
interface Running {
  phase: 'running'
  /** Whether the device reported to be calibrating, or was disconnected in the meantime. */
  hasBegun: boolean
  isStopped: boolean
  acceptedAt: number
  /** When the device last reported to be calibrating. */
  seenAt: number
}

export type MaintenanceProgress = Running | Done

const done = (error: Done['error'], detail: Done['detail'] = null): Done => ({
  phase: 'done',
  error,
  detail,
  state: null,
})
const failed = (detail: Done['detail'] = null) => done('device_update_failed', detail)

const runningSince = (acceptedAt: number): MaintenanceProgress => ({
  phase: 'running',
  hasBegun: false,
  isStopped: false,
  acceptedAt,
  seenAt: acceptedAt,
})

function nextMaintenance(
  progress: MaintenanceProgress,
  event: CommandEvent,
  aim: MaintenanceAim,
): MaintenanceProgress {
  if (progress.phase === 'done') return progress
  switch (event.kind) {
    case 'report':
      return isLater(event.counts, aim.sentAt) ? afterReport(progress, event, aim) : progress
    case 'connection':
      if (!event.isConnected) return { ...progress, hasBegun: true }
      // Hardware that counts no restarts was away and is back.
      return aim.asked === 'restart' && aim.sentAt.totalRestarts === null && progress.hasBegun
        ? done(null)
        : progress
    case 'other_taken':
      return event.isStop ? { ...progress, isStopped: true } : progress
    case 'acknowledged':
    case 'handed_over':
    case 'evidence':
      return progress
    case 'overdue':
      return done('device_not_responding')
    case 'ended':
      return done(event.error, event.error === 'device_update_failed' ? 'replaced' : null)
  }
}

const maintenanceDueAt = (progress: MaintenanceProgress): number | null =>
  progress.phase === 'done'
    ? null
    : Math.min(progress.acceptedAt + CALIBRATION_MAX_MS, progress.seenAt + LIMITS.COMMAND_REST_MAX_MS)

function afterReport(
  before: Running,
  { at, state, counts }: Extract<CommandEvent, { kind: 'report' }>,
  { asked, type, sentAt }: MaintenanceAim,
): MaintenanceProgress {
  const isCalibrating = state.status === 'calibrating'
  const hasBegun = before.hasBegun || isCalibrating
  const seenAt = isCalibrating && asked === 'recalibrate' ? at : before.seenAt
  const running = { ...before, hasBegun, seenAt }
  const hasBegunAgain = hasRestarted(counts, sentAt)
  if (asked === 'restart') return hasBegunAgain ? done(null) : running
  const isAtRest = hasBegun && state.status === 'ready'
  if (!hasBegunAgain && !isAtRest) return running
  if (running.isStopped) return failed('stopped')
  if (hasBegunAgain) return failed('restarted')
  if (kindOf(type).family === 'door') return endOfLock(state)
  return state.assumed ? failed() : done(null)
}

/** The calibration of a lock has succeeded when the lock reports to be locked. */
function endOfLock(state: DeviceState): Done {
  const lock = lockOf(state.motorLockConnected === true ? 'motor' : 'magnet', state)
  if (lock === 'locked') return done(null)
  return failed(lock === 'jammed' ? 'jammed' : null)
}

/** Follows calibrations and restarts until they end. They are answered already when the device acknowledges them. */
export function createMaintenance(
  tracker: CommandTracker,
  shadows: Pick<Shadows, 'get'>,
  clock: Pick<Clock, 'now'>,
) {
  const follow = (device: Device, aim: MaintenanceAim, life: ActivityLife) => {
    const tracked = tracker.registerMaintenance(device, recordCommand(life))
    if (!tracker.enterBackground(tracked)) return tracker.over(tracked, false)
    const machine: Machine<MaintenanceProgress> = {
      first: runningSince(clock.now().getTime()),
      next: (progress, event) => nextMaintenance(progress, event, aim),
      dueAt: maintenanceDueAt,
    }
    tracker.follow(tracked, machine, ({ error, detail }) => {
      const failure = { ok: false, ...(detail === null ? {} : { detail }) } as const
      tracker.over(tracked, false, error === null ? { ok: true } : { ...failure, error })
    })
  }

  return {
    /**
     * Wraps the life of an activity entry, so that the entry ends when the device is done and not when it acknowledges the
     * request.
     */
    seeThrough(device: Device, asked: Maintenance, life: ActivityLife): ActivityLife {
      const shadow = shadows.get(device.id)
      const aim = { asked, type: effectiveTypeOf(device, shadow), sentAt: shadow.counts }
      return {
        acknowledged() {
          life.acknowledged()
          follow(device, aim, life)
        },
        ended: life.ended,
      }
    },
  }
}
