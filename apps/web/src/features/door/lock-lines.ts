import type { DeviceInfo, LockType } from '@senca/contract'
import type { TFunction } from 'i18next'
import { isUntilOpened, lockSensorOf } from '#features/device-model/views/door-view.ts'
import { OPEN_PULSE_S } from '#features/device-parts/use-unlock-keys.ts'
import { shortMoment } from '#i18n/moments.ts'
import type { DoorHistory, LockMoment } from './door-history.ts'

interface Notified {
  t: TFunction
  /** The language as a BCP 47 tag. */
  tag: string
  now: Date
}

const momentOf = (iso: string, { now, tag }: Notified): string => shortMoment(new Date(iso), now, tag)

/** Since when a lock is in its state, or when and why it will lock again. */
export function lockLine(
  device: DeviceInfo,
  lock: LockType,
  moment: LockMoment,
  secondsLeft: number | null,
  notified: Notified,
): string | null {
  const { t } = notified
  if (moment.state === 'unlocked') {
    if (device.state.magneticSensorConnected === true && device.state.magneticSensorOpen === true)
      return t('door.locksWhenClosed')
    if (isUntilOpened(device, lock)) return t('door.untilOpened')
    if (secondsLeft !== null && moment.unlocked?.seconds === OPEN_PULSE_S) return t('door.pulsing')
    if (secondsLeft !== null) return t('door.locksIn', { count: secondsLeft })
  }
  if (moment.since === null) return null
  const when = momentOf(moment.since, notified)
  return moment.isSinceSeen ? t('door.since', { when }) : t('door.heard', { when })
}

/** The readings of the door contact and the lock sensor, if they exist; each is a sentence. */
export function sensorLines(device: DeviceInfo, history: DoorHistory, notified: Notified): string[] {
  const { t } = notified
  const { state } = device
  const contact = history.isOpen === null ? 'unknown' : history.isOpen ? 'open' : 'closed'
  const sensor = lockSensorOf(state)
  const lines = [
    state.magneticSensorConnected === true ? t(`door.contact.${contact}`) : null,
    history.lastOpenedAt === null
      ? null
      : t('door.lastOpened', { when: momentOf(history.lastOpenedAt, notified) }),
    sensor === 'none' ? null : t(`door.sensor.${sensor}`),
  ]
  return lines.filter((line) => line !== null)
}
