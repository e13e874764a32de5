import { LIMITS } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import formStyles from '#features/sharing-model/form.module.css'
import { readLocal } from '#features/sharing-model/local-time.ts'
import { ZoneField } from '#features/sharing-model/zone-field.tsx'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import { isHandOver } from '../levels.ts'
import { endValue, type FormPart } from './role-draft.ts'
import { ENDS, type End } from './role-span.ts'

/** Chooses the end: none, a common end with its date as text, or a date and time. */
export function UntilField({ draft, errorOf, onChange }: FormPart) {
  const { t } = useTranslation()
  const { end } = draft
  const ends = isHandOver(draft.level) ? ENDS.filter((one) => one !== 'never' || one === end) : ENDS
  const until = end === 'custom' ? null : readLocal(endValue(draft, pageNow()), draft.timeZone)
  const error = errorOf('until')
  const choose = (chosen: End) => {
    const isNew = chosen === 'custom' && draft.until === ''
    onChange({ end: chosen, ...(isNew ? { until: endValue(draft, pageNow()) } : {}) })
  }
  return (
    <section>
      <h2 className={formStyles.heading}>{t('roleForm.until')}</h2>
      <ChoiceChips
        label={t('roleForm.until')}
        value={end}
        options={ends.map((value) => ({ value, label: t(`roleForm.end.${value}`) }))}
        onChange={choose}
      />
      {end === 'custom' && (
        <div className={formStyles.pair}>
          <Field
            label={t('roleForm.endsAt')}
            name="role-until"
            type="datetime-local"
            value={draft.until}
            error={error}
            onChange={({ target }) => onChange({ until: target.value })}
          />
        </div>
      )}
      {until !== null && (
        <p className={formStyles.note}>
          {t('people.until', { when: weekdayMoment(until, formatTag(currentLanguage()), draft.timeZone) })}
        </p>
      )}
      {end !== 'never' && <ZoneField zone={draft.timeZone} onChange={(timeZone) => onChange({ timeZone })} />}
      {isHandOver(draft.level) && error === null && (
        <p className={formStyles.note}>{t('roleForm.error.handOver', { days: LIMITS.HAND_OVER_MAX_DAYS })}</p>
      )}
      {end !== 'custom' && error !== null && (
        <p className={formStyles.fault} role="alert">
          {error}
        </p>
      )}
    </section>
  )
}
