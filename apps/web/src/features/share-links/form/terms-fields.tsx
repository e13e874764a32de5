import { type DeviceInfo, LIMITS } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#features/sharing-model/form.module.css'
import { SwitchLine } from '#features/sharing-model/switch-line.tsx'
import { WindowFields } from '#features/sharing-model/window-fields.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { DeviceTerms } from './device-terms.tsx'
import { type FormPart, hasTerms } from './link-draft.ts'
import { isDivisible } from './shareable.ts'

/** Collapsed fields that few links need: hours, uses, a PIN, and what guests may use of each device. */
export function TermsFields({
  devices,
  hasErrors,
  ...part
}: FormPart & { devices: readonly DeviceInfo[]; hasErrors: boolean }) {
  const { t } = useTranslation()
  const { draft } = part
  const [isOpen, setOpen] = useState(() => hasTerms(draft))
  const divisible = devices.filter((device) => draft.devices.includes(device.id) && isDivisible(device))
  // Fields with an error are always expanded.
  const isShown = isOpen || hasErrors
  return (
    <details
      className={styles.more}
      open={isShown}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span>
          <span className={styles.summaryName}>{t('linkForm.more')}</span>
          <span className={styles.summaryText}>{t('linkForm.moreText')}</span>
        </span>
        <Icon name="down" size={20} />
      </summary>
      <div className={styles.terms}>
        <section>
          <WindowFields {...part} />
        </section>
        {draft.multiUse && <UsesField {...part} />}
        <PinFields {...part} />
        <div>
          {divisible.map((device) => (
            <DeviceTerms key={device.id} {...part} device={device} isFolded={divisible.length > 1} />
          ))}
        </div>
      </div>
    </details>
  )
}

function UsesField({ draft, errorOf, onChange }: FormPart) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('linkForm.maxUses')}
      name="link-uses"
      inputMode="numeric"
      autoComplete="off"
      hint={t('linkForm.maxUsesHint', { max: LIMITS.DEVICE_LINK_USES_MAX })}
      value={draft.maxUses}
      error={errorOf('maxUses')}
      onChange={(event) => onChange({ maxUses: event.target.value })}
    />
  )
}

function PinFields({ draft, errorOf, onChange }: FormPart) {
  const { t } = useTranslation()
  return (
    <section>
      <SwitchLine
        label={t('linkForm.asksPin')}
        checked={draft.asksPin}
        onChange={(asksPin) => onChange({ asksPin, pin: '' })}
      />
      {draft.asksPin && (
        <div className={styles.inside}>
          <Field
            label={t('linkForm.pin')}
            name="link-pin"
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            hint={t(draft.hasPin ? 'linkForm.pinKept' : 'linkForm.pinHint')}
            value={draft.pin}
            error={errorOf('pin')}
            onChange={(event) => onChange({ pin: event.target.value })}
          />
        </div>
      )}
    </section>
  )
}
