import { type Counts, type DeviceState, type DeviceType, kindOf } from '@senca/contract'
import type { ActivityEnd } from '#features/activity/index.ts'
import { lockOf } from './command-goal.ts'
import { hasRestarted } from './progress.ts'

export type Maintenance = 'recalibrate' | 'restart'

/** What is known of a calibration or restart that a device has taken. */
export interface Run {
  type: DeviceType
  asked: Maintenance
  /** The counts of the newest report when it was sent. */
  sentAt: Counts
  /** Whether it was seen to calibrate, or was away meanwhile. */
  hasBegun: boolean
  isStopped: boolean
}

const failed = (detail: 'stopped' | 'restarted' | 'jammed' | null): ActivityEnd => ({
  ok: false,
  error: 'device_update_failed',
  ...(detail === null ? {} : { detail }),
})

/** How it ended by a report that was made after it was sent; null while it goes on. */
export function maintenanceEnd(run: Run, state: DeviceState, counts: Counts): ActivityEnd | null {
  const hasBegunAgain = hasRestarted(counts, run.sentAt)
  if (run.asked === 'restart') return hasBegunAgain ? { ok: true } : null
  const isAtRest = run.hasBegun && state.status === 'ready'
  if (!hasBegunAgain && !isAtRest) return null
  if (run.isStopped) return failed('stopped')
  if (hasBegunAgain) return failed('restarted')
  return kindOf(run.type).family === 'door' ? endOfLock(state) : state.assumed ? failed(null) : { ok: true }
}

/** A lock has found its end when it is proven locked. */
function endOfLock(state: DeviceState): ActivityEnd {
  const lock = lockOf(state.motorLockConnected === true ? 'motor' : 'magnet', state)
  if (lock === 'locked') return { ok: true }
  return failed(lock === 'jammed' ? 'jammed' : null)
}
