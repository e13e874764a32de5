import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './device-filter.module.css'

interface DeviceFilterProps {
  devices: readonly { id: string; name: string }[]
  /** Null for all of them. */
  value: string | null
  onChange: (deviceId: string | null) => void
}

/** Which device's activity is shown. */
export function DeviceFilter({ devices, value, onChange }: DeviceFilterProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <p>
      <label className={styles.label} htmlFor={id}>
        {t('activity.filter')}
      </label>
      <span className={styles.box}>
        <select
          id={id}
          className={styles.select}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        >
          <option value="">{t('activity.all')}</option>
          {devices.map((device) => (
            <option key={device.id} value={device.id}>
              {device.name}
            </option>
          ))}
        </select>
        <Icon name="down" size={20} />
      </span>
    </p>
  )
}
