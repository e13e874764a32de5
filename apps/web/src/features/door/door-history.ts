import { type DeviceInfo, LIMITS, type LockState, type LockType } from '@senca/contract'
import { isDoorOpen, isUntilOpened, locksOf, unlockSecondsOf } from '#features/device-model/door-view.ts'

/** A lock as this page has come to know it. */
export interface LockMoment {
  state: LockState
  /** When it came to be so, as the server heard it (ISO 8601), or when it was last heard to be; null: never heard. */
  since: string | null
  /** Whether this page saw it come to be so. */
  isSinceSeen: boolean
  /** While unlocked and where it is known: for how long, by this page's own clock. */
  unlocked: { fromMs: number; seconds: number } | null
}

/** A door as this page has come to know it. */
export interface DoorHistory {
  locks: Partial<Record<LockType, LockMoment>>
  isOpen: boolean | null
  /** When this page saw it opened; null: it did not. */
  lastOpenedAt: string | null
  /** What was asked of a lock and is not heard of yet. */
  asked: Partial<Record<LockType, { seconds: number; atMs: number }>>
}

/** The history after this page has asked a lock to unlock for `seconds`. */
export const afterAsking = (
  history: DoorHistory,
  lock: LockType,
  seconds: number,
  atMs: number,
): DoorHistory => ({
  ...history,
  asked: { ...history.asked, [lock]: { seconds, atMs } },
})

/** The history after a report; `null` before the first. `nowMs` is the page's own clock. */
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

function unlockedSpan(
  { asked }: DoorHistory,
  device: DeviceInfo,
  lock: LockType,
  last: LockMoment | undefined,
  nowMs: number,
): LockMoment['unlocked'] {
  if (isUntilOpened(device, lock)) return null
  const wish = asked[lock]
  const isAnswer = wish !== undefined && nowMs - wish.atMs < LIMITS.COMMAND_STATE_MS
  if (isAnswer) return { fromMs: nowMs, seconds: wish.seconds }
  // Of one that stood unlocked when the page came nobody here knows since when.
  if (last === undefined) return null
  return last.state === 'unlocked' ? last.unlocked : { fromMs: nowMs, seconds: unlockSecondsOf(device) }
}
