import { useTranslation } from 'react-i18next'
import { SelectField } from '#ui/forms/select-field.tsx'

interface DeviceFilterProps {
  devices: readonly { id: string; name: string }[]
  /** Null for all devices. */
  value: string | null
  onChange: (deviceId: string | null) => void
}

/** A field to choose the device whose activity is shown. */
export function DeviceFilter({ devices, value, onChange }: DeviceFilterProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      label={t('activity.filter')}
      value={value ?? ''}
      options={[
        { value: '', label: t('activity.all') },
        ...devices.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  )
}
