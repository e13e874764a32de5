import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useHomeZone } from '#core/home-place.ts'
import { askForMovement } from '#features/device-model/held-devices.ts'
import { useUnits } from '#features/room-model/rooms.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './held-note.module.css'
import { heldText, safetyOf } from './held-words.ts'
import { useWeatherAutomatic } from './use-weather-automatic.ts'

const IN_WIND = /^(wind|storm)/

/**
 * Says why a device is held and until when, or that the weather automation is off for a while. Offers the matching action.
 */
export function HeldNote({ device, isFramed = false }: { device: DeviceInfo; isFramed?: boolean }) {
  const { t } = useTranslation()
  const units = useUnits()
  const timezone = useHomeZone()
  const automatic = useWeatherAutomatic()
  const { weatherAutomatic, weatherAutomaticUntil } = device
  const safety = safetyOf(device)
  const tag = pageTag()
  const className = isFramed ? `${styles.note} ${styles.framed}` : styles.note
  if (safety !== null) {
    const isWindy = IN_WIND.test(safety.reason.measurement) && !safety.isSensorSilent
    return (
      <div className={className} role="status">
        {isWindy && <span className={styles.wind} aria-hidden="true" />}
        <Icon name="shield" size={18} />
        <span className={styles.words}>{heldText(device, safety, { units, tag, t, timezone })}</span>
        {isFramed && device.permissions.includes('maintain') && (
          <Button variant="quiet" onClick={() => askForMovement([device.id])}>
            {t('weather.release')}
          </Button>
        )}
      </div>
    )
  }
  if (weatherAutomatic !== false || weatherAutomaticUntil == null) return null
  const when = weekdayMoment(new Date(weatherAutomaticUntil), tag, timezone)
  return (
    <div className={className} role="status">
      <Icon name="shield" size={18} />
      <span className={styles.words}>{t('weather.off', { when })}</span>
      {device.permissions.includes('maintain') && (
        <Button
          variant="quiet"
          loading={automatic.isSending}
          onClick={() => automatic.send({ tokens: [device.id], isOn: true })}
        >
          {t('weather.on')}
        </Button>
      )}
    </div>
  )
}
