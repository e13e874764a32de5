import type { LockState, ReportedFields } from '@senca/contract'

const LOCKS = [
  { connected: 'motorLockConnected', locked: 'motorLockLocked', state: 'motorLockState' },
  { connected: 'magnetLockConnected', locked: 'magnetLockLocked', state: 'magnetLockState' },
] as const

/** The earlier fields without the half of a lock that became outdated because a newer report contains only the other half. */
export function mergeLocks(before: ReportedFields, reported: ReportedFields): ReportedFields {
  const kept = { ...before }
  for (const { locked, state } of LOCKS) {
    if (reported[locked] !== undefined && reported[state] === undefined) delete kept[state]
    if (reported[state] !== undefined && reported[locked] === undefined) delete kept[locked]
  }
  return kept
}

/** Both fields of each existing lock. If the reported fields contradict each other, the lock does not count as locked. */
export function provenLocks(fields: ReportedFields): ReportedFields {
  const proven: ReportedFields = {}
  for (const { connected, locked, state } of LOCKS) {
    const isThere = fields[connected] === true || fields[locked] !== undefined || fields[state] !== undefined
    if (!isThere) continue
    proven[state] = stateOfLock(fields[locked], fields[state])
    proven[locked] = isLocked(fields[locked], proven[state])
  }
  return proven
}

function stateOfLock(locked: boolean | null | undefined, state: LockState | undefined): LockState {
  if (state === undefined) return locked === true ? 'locked' : locked === false ? 'unlocked' : 'unknown'
  const isContradicted = state === 'locked' && (locked === false || locked === null)
  return isContradicted ? 'unknown' : state
}

function isLocked(locked: boolean | null | undefined, state: LockState): boolean | null {
  switch (state) {
    case 'locked':
      return true
    case 'jammed':
    case 'unknown':
      return null
    case 'unlocked':
      return false
    case 'locking':
    case 'unlocking':
      return locked === null ? null : false
  }
}
