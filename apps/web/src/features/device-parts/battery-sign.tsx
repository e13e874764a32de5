import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { batteryText } from '#features/device-model/views/battery-text.ts'
import { AppLink } from '#ui/layout/app-link.tsx'
import { BATTERY_PATH } from '#ui/layout/early-paths.ts'
import styles from './battery-sign.module.css'

/** A low battery on the picture of a card, or in the header of the page, where it leads to the settings. It moves nothing else. */
export function BatterySign({ device, on }: { device: DeviceInfo; on: 'card' | 'tile' | 'page' }) {
  const { t } = useTranslation()
  const words = batteryText(device.state, t) ?? ''
  const { battery } = device.state
  const picture = (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={BATTERY_PATH} />
    </svg>
  )
  if (on !== 'page')
    return (
      <span className={styles.sign} data-on={on} role="img" aria-label={words} title={words}>
        {picture}
      </span>
    )
  return (
    <AppLink
      className={styles.link}
      to={devicePath(device, 'settings')}
      state={deviceLinkState(device)}
      aria-label={words}
      title={words}
    >
      {picture}
      {battery !== undefined && <span aria-hidden="true">{t('card.percent', { value: battery })}</span>}
    </AppLink>
  )
}
