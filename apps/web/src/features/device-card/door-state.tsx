import { isBusy } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { lockSensorOf, locksOf } from '#features/device-model/views/door-view.ts'
import { freshnessOf, hasReported } from '#features/device-model/views/scene-of.ts'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { DeviceCardProps } from './card-props.ts'
import styles from './door-card.module.css'

/**
 * The state of the locks and of the door as text, and a disc for the lock's own sensor: green when open, red when closed, white
 * without a sensor. If the device is offline, this is the last known state.
 */
export function DoorState(props: DeviceCardProps & { words: string }) {
  const { device, words } = props
  const { t } = useTranslation()
  const isNew = !hasReported(device)
  const freshness = freshnessOf(device, props.stale)
  const isAway = isNew || freshness === 'offline'
  const isAsked = props.pending !== null && !isBusy(device.state.status)
  const sensor = lockSensorOf(device.state)
  return (
    <div>
      <p className={styles.state}>
        {isAway ? (
          <Icon name={isNew ? 'clock' : 'offline'} size={20} />
        ) : isAsked || isBusy(device.state.status) ? (
          <Spinner size="small" />
        ) : (
          freshness === 'stale' && <StaleMark />
        )}
        <span className={styles.words}>
          {isNew ? t('card.never') : isAway ? t('card.offline') : isAsked ? t('card.sending') : words}
        </span>
      </p>
      {isAway
        ? !isNew && <p className={styles.more}>{`${t('card.stale')}: ${words}`}</p>
        : locksOf(device.state).length > 0 && (
            <p className={styles.more}>
              <span className={styles.disc} data-sensor={sensor} />
              <span>{t(`card.lockSensor.${sensor}`)}</span>
            </p>
          )}
    </div>
  )
}
