import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import styles from './form.module.css'
import { zoneWords } from './hours-words.ts'

/** In which time zone the times of a form are, which a person changes only on purpose. */
export function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) {
    const zones = [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])].sort()
    return (
      <div className={styles.openZone}>
        <SelectField
          label={t('linkForm.zoneName')}
          value={zone}
          options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          onChange={onChange}
        />
      </div>
    )
  }
  return (
    <div className={styles.zone}>
      <p className={styles.note}>{t('linkForm.zone', { zone: zoneWords(zone) })}</p>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('linkForm.otherZone')}
      </Button>
    </div>
  )
}
