import type { DeviceInfo, LockState, LockType } from '@senca/contract'
import type { TFunction } from 'i18next'
import { pageNow } from '#core/clock.ts'
import {
  canUnlock,
  isUntilOpened,
  lockStateOf,
  locksOf,
  locksToUnlock,
  unlockSecondsOf,
} from '#features/device-model/views/door-view.ts'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { shortMoment } from '#i18n/moments.ts'

/** The key that unlocks a door, or one of its locks. */
export interface UnlockKey {
  state: LockState
  /** The state in words, which stand beside the key. */
  word: string
  /** What the key does, which is its text: "Hold to unlock", "Unlock · 5 s"; null while there is nothing to unlock. */
  action: string | null
  /** The accessible name, which has both. */
  label: string
  /** The locks that it unlocks, all at once. */
  locks: LockType[]
  isPossible: boolean
}

/** The key of a door, which unlocks all its locks that hold it, or with `lock` the key of that lock alone. */
export function unlockKeyOf(
  device: DeviceInfo,
  shown: { stale: boolean; isHeld: boolean; lock?: LockType },
  t: TFunction,
): UnlockKey {
  const { lock } = shown
  const own = locksOf(device.state).filter(({ type }) => lock === undefined || type === lock)
  const state = lockStateOf(own) ?? 'unknown'
  const locks = lock === undefined ? locksToUnlock(device) : [lock]
  const name = lock === undefined ? device.name : t(`card.lockName.${lock}`)
  const stateText = lockStateWords(device, state, shown.stale, t)
  const action =
    state === 'unlocked' && lock === undefined ? null : actionWords(device, locks, shown.isHeld, t)
  return {
    state,
    word: t(`card.lock.${state}`),
    action,
    label:
      action === null
        ? t('card.announce', { name, state: stateText })
        : t('card.lockKey', { lock: name, state: stateText, action }),
    locks,
    isPossible: canUnlock(device, locks),
  }
}

/** What a key does with its time. Where a hold is needed it says so, before it is tried. */
function actionWords(device: DeviceInfo, locks: readonly LockType[], isHeld: boolean, t: TFunction): string {
  if (isHeld) return t('card.holdOn')
  if (locks.length > 0 && locks.every((lock) => isUntilOpened(device, lock)))
    return t('card.unlockUntilOpened')
  return locks.some((lock) => isUntilOpened(device, lock))
    ? t('card.unlock')
    : t('card.unlockFor', { seconds: unlockSecondsOf(device) })
}

/** The state of a lock in the name of its key: "Locked", or "Locked, last known: 18:04" if that may be outdated. */
function lockStateWords(device: DeviceInfo, state: LockState, stale: boolean, t: TFunction): string {
  const word = t(`card.lock.${state}`)
  const { reportedAt } = device.state
  if (!isOld(device, stale) || reportedAt === null) return word
  const when = shortMoment(new Date(reportedAt), pageNow(), pageTag())
  return `${word}, ${t('card.lastKnownAt', { when })}`
}
