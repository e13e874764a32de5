import { useTranslation } from 'react-i18next'
import type { Description } from '#features/device-model/views/describe-device.ts'
import { lockSensorOf, locksOf } from '#features/device-model/views/door-view.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { DeviceCardProps } from './card-props.ts'
import styles from './door-card.module.css'

/**
 * The state of the locks and of the door as text, and a disc for the lock's own sensor: green when open, red when closed, white
 * without a sensor. If the device is offline, this is the last known state.
 */
export function DoorState(
  props: DeviceCardProps & Pick<Description, 'tone' | 'caption'> & { words: string },
) {
  const { device, words, tone, caption } = props
  const { t } = useTranslation()
  const isNew = tone === 'never'
  const isUnknown = isNew || tone === 'offline'
  const sensor = lockSensorOf(device.state)
  return (
    <div>
      <p className={styles.state}>
        {isUnknown ? (
          <Icon name={isNew ? 'clock' : 'offline'} size={20} />
        ) : (
          (tone === 'sending' || tone === 'moving') && <Spinner size="small" />
        )}
        <span className={styles.words}>{isUnknown || tone === 'sending' ? caption : words}</span>
      </p>
      {isUnknown
        ? !isNew && <p className={styles.more}>{`${t('card.stale')}: ${words}`}</p>
        : tone !== 'stale' &&
          locksOf(device.state).length > 0 && (
            <p className={styles.more}>
              <span className={styles.disc} data-sensor={sensor} />
              <span>{t(`card.lockSensor.${sensor}`)}</span>
            </p>
          )}
    </div>
  )
}
