import type { DeviceInfo, LockState, LockType } from '@senca/contract'
import type { TFunction } from 'i18next'
import { pageNow } from '#core/clock.ts'
import { isUntilOpened, unlockSecondsOf } from '#features/device-model/views/door-view.ts'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { shortMoment } from '#i18n/moments.ts'

/** The label of the main button of a lock, with the unlock time: "Unlock · 5 s". */
export const unlockWords = (device: DeviceInfo, lock: LockType, t: TFunction): string =>
  isUntilOpened(device, lock)
    ? t('card.unlockUntilOpened')
    : t('card.unlockFor', { seconds: unlockSecondsOf(device) })

/** The state of a lock in the name of its button: "Locked", or "Locked, last known: 18:04" if that may be outdated. */
export function lockStateWords(device: DeviceInfo, state: LockState, stale: boolean, t: TFunction): string {
  const word = t(`card.lock.${state}`)
  const { reportedAt } = device.state
  if (!isOld(device, stale) || reportedAt === null) return word
  const when = shortMoment(new Date(reportedAt), pageNow(), pageTag())
  return `${word}, ${t('card.lastKnownAt', { when })}`
}
