import { useTranslation } from 'react-i18next'
import { SelectField } from '#ui/forms/select-field.tsx'
import styles from './device-filter.module.css'

interface DeviceFilterProps {
  devices: readonly { id: string; name: string }[]
  /** Null for all devices. */
  value: string | null
  onChange: (deviceId: string | null) => void
}

/** A field to choose the device whose activity is shown. It stands beside the title, so its label is for screen readers alone. */
export function DeviceFilter({ devices, value, onChange }: DeviceFilterProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.filter}>
      <SelectField
        isLine
        label={t('activity.filter')}
        value={value ?? ''}
        options={[
          { value: '', label: t('activity.all') },
          ...devices.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
      />
    </div>
  )
}
