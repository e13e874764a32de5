import { LIMITS } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import formStyles from '#features/sharing-model/form.module.css'
import { WindowFields } from '#features/sharing-model/window-fields.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { type FormPart, hasMore } from './role-draft.ts'

/** Collapsed fields that few roles need: a custom name, hours and a start. `proposed` is the default name. */
export function MoreFields({ proposed, ...part }: FormPart & { proposed: string }) {
  const { t } = useTranslation()
  const { draft, errorOf, onChange } = part
  const [isOpen, setOpen] = useState(() => hasMore(draft))
  const hasError =
    ['name', 'from', 'hours'].some((field) => errorOf(field) !== null) ||
    draft.windows.some(({ key }) => errorOf(`windows.${key}`) !== null)
  const hoursError = errorOf('hours')
  return (
    <details
      className={formStyles.more}
      // Open if a field has an error or if a template has set hours, so that the person sees them.
      open={isOpen || hasError || draft.windows.length > 0}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={formStyles.summary}>
        <span>
          <span className={formStyles.summaryName}>{t('linkForm.more')}</span>
          <span className={formStyles.summaryText}>{t('roleForm.moreText')}</span>
        </span>
        <Icon name="down" size={20} />
      </summary>
      <div className={formStyles.terms}>
        <section>
          <WindowFields {...part} />
          {hoursError !== null && (
            <p className={formStyles.fault} role="alert">
              {hoursError}
            </p>
          )}
        </section>
        <Field
          label={t('roleForm.startsAt')}
          name="role-from"
          type="datetime-local"
          hint={t('roleForm.startsHint')}
          value={draft.from}
          error={errorOf('from')}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        <Field
          label={t('roleForm.name')}
          name="role-name"
          autoComplete="off"
          maxLength={LIMITS.ROLE_NAME_MAX_LENGTH * 2}
          placeholder={proposed}
          hint={t('roleForm.nameHint')}
          value={draft.name}
          error={errorOf('name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </div>
    </details>
  )
}
