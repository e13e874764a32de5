import { type DeviceInfo, LIMITS, type LockState, type LockType } from '@senca/contract'
import {
  isDoorOpen,
  isUntilOpened,
  lockStateOf,
  locksOf,
  unlockSecondsOf,
} from '#features/device-model/views/door-view.ts'

/** What this page knows about a lock. */
export interface LockMoment {
  state: LockState
  /** When the lock changed to this state, by the server's time (ISO 8601), or when the state was last reported; null if never. */
  since: string | null
  /** Whether this page saw the change to this state. */
  isSinceSeen: boolean
  /** While unlocked and if known: since when by this page's clock and for how many seconds. */
  unlocked: { fromMs: number; seconds: number } | null
}

/** What this page knows about a door. */
export interface DoorHistory {
  locks: Partial<Record<LockType, LockMoment>>
  isOpen: boolean | null
  /** When this page saw the door open; null if it did not. */
  lastOpenedAt: string | null
  /** Unlock commands of this page that no report has confirmed yet. */
  asked: Partial<Record<LockType, { seconds: number; atMs: number }>>
}

/** The history after this page sent an unlock command for `seconds`. */
export const afterAsking = (
  history: DoorHistory,
  lock: LockType,
  seconds: number,
  atMs: number,
): DoorHistory => ({
  ...history,
  asked: { ...history.asked, [lock]: { seconds, atMs } },
})

/** The history after a report; `before` is null for the first one. `nowMs` is the page's own clock. */
export function afterReport(before: DoorHistory | null, device: DeviceInfo, nowMs: number): DoorHistory {
  const isOpen = isDoorOpen(device)
  const wasOpened = before !== null && before.isOpen === false && isOpen === true
  const history: DoorHistory = {
    locks: {},
    isOpen,
    lastOpenedAt: wasOpened ? device.state.reportedAt : (before?.lastOpenedAt ?? null),
    asked: { ...before?.asked },
  }
  for (const { type, state } of locksOf(device.state)) {
    const last = before?.locks[type]
    const isSeen = last !== undefined && last.state !== state
    history.locks[type] = {
      state,
      ...(last === undefined || isSeen
        ? { since: device.state.reportedAt, isSinceSeen: isSeen }
        : { since: last.isSinceSeen ? last.since : device.state.reportedAt, isSinceSeen: last.isSinceSeen }),
      unlocked: state === 'unlocked' ? unlockedSpan(history, device, type, last, nowMs) : null,
    }
    if (state === 'unlocked') delete history.asked[type]
  }
  return history
}

/**
 * The lock that decides about the whole door. An unlocked door is so until the first of its locks locks again; null for a door
 * without a lock.
 */
export function doorMomentOf(
  device: DeviceInfo,
  { locks }: DoorHistory,
): { lock: LockType; moment: LockMoment } | null {
  const state = lockStateOf(locksOf(device.state))
  const all = locksOf(device.state).flatMap(({ type: lock }) => {
    const moment = locks[lock]
    return moment?.state === state ? [{ lock, moment }] : []
  })
  const endOf = ({ unlocked }: LockMoment) =>
    unlocked === null ? Number.POSITIVE_INFINITY : unlocked.fromMs + unlocked.seconds * 1_000
  return all.toSorted((a, b) => endOf(a.moment) - endOf(b.moment))[0] ?? null
}

function unlockedSpan(
  { asked }: DoorHistory,
  device: DeviceInfo,
  lock: LockType,
  last: LockMoment | undefined,
  nowMs: number,
): LockMoment['unlocked'] {
  if (isUntilOpened(device, lock)) return null
  const intent = asked[lock]
  const isAnswer = intent !== undefined && nowMs - intent.atMs < LIMITS.COMMAND_STATE_MS
  if (isAnswer) return { fromMs: nowMs, seconds: intent.seconds }
  // The lock was already unlocked when the page was opened, so the start is unknown.
  if (last === undefined) return null
  return last.state === 'unlocked' ? last.unlocked : { fromMs: nowMs, seconds: unlockSecondsOf(device) }
}
