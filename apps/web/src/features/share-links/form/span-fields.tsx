import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import styles from '#features/sharing-model/form.module.css'
import { ZoneField } from '#features/sharing-model/zone-field.tsx'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { spanOfTime } from '#i18n/moments.ts'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import { type FormPart, momentsOf } from './link-draft.ts'
import { SPANS, type Span, timesOf } from './link-span.ts'

/** Chooses the number of uses. */
export function OftenField({ draft, onChange }: FormPart) {
  const { t } = useTranslation()
  return (
    <section>
      <h2 className={styles.heading}>{t('linkForm.often')}</h2>
      <ChoiceChips
        label={t('linkForm.often')}
        value={draft.multiUse ? 'many' : 'once'}
        options={[
          { value: 'many', label: t('linkForm.many') },
          { value: 'once', label: t('linkForm.once') },
        ]}
        onChange={(often) => onChange({ multiUse: often === 'many' })}
      />
    </section>
  )
}

/** Chooses the start and end: a common span with its dates as text, or two dates and times. */
export function SpanFields({ draft, errorOf, onChange }: FormPart) {
  const { t } = useTranslation()
  const { span, times } = draft
  const { from, until } = momentsOf(draft, pageNow())

  const choose = (chosen: Span) => {
    const isNew = chosen === 'custom' && span !== 'custom'
    onChange({ span: chosen, ...(isNew ? { times: timesOf(span, pageNow(), draft.timeZone) } : {}) })
  }
  const field = (name: 'from' | 'until') => (
    <Field
      label={t(`linkForm.${name}`)}
      name={`link-${name}`}
      type="datetime-local"
      value={times[name]}
      error={errorOf(name)}
      onChange={(event) => onChange({ times: { ...times, [name]: event.target.value } })}
    />
  )

  return (
    <section>
      <h2 className={styles.heading}>{t('linkForm.when')}</h2>
      <ChoiceChips
        label={t('linkForm.when')}
        value={span}
        options={SPANS.map((value) => ({ value, label: t(`linkForm.span.${value}`) }))}
        onChange={choose}
      />
      {span === 'custom' ? (
        <div className={styles.pair}>
          {field('from')}
          {field('until')}
        </div>
      ) : (
        from !== null &&
        until !== null && (
          <p className={styles.note}>
            {spanOfTime(from, until, formatTag(currentLanguage()), draft.timeZone)}
          </p>
        )
      )}
      <ZoneField zone={draft.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
      {span !== 'custom' && errorOf('until') !== null && (
        <p className={styles.fault} role="alert">
          {errorOf('until')}
        </p>
      )}
    </section>
  )
}
