import type { DeviceInfo, LockType } from '@senca/contract'
import type { TFunction } from 'i18next'
import { isUntilOpened, unlockSecondsOf } from '#features/device-model/views/door-view.ts'

/** The label of the main button of a lock, with the unlock time: "Unlock · 5 s". */
export const unlockWords = (device: DeviceInfo, lock: LockType, t: TFunction): string =>
  isUntilOpened(device, lock)
    ? t('card.unlockUntilOpened')
    : t('card.unlockFor', { seconds: unlockSecondsOf(device) })
