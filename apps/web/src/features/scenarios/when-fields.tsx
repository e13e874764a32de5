import { LIMITS } from '@senca/contract'
import { WEEKDAYS } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import { ToggleChips } from '#ui/forms/toggle-chips.tsx'
import {
  type Draft,
  isTimeRight,
  isWindowRight,
  NEW_TIME,
  offsetOf,
  TIME_KINDS,
  type TimeDraft,
} from './draft.ts'
import styles from './scenario-form.module.css'
import { weekdayName } from './scenario-words.ts'

/** When a scenario runs: any number of times, on some days of the week; without a time only by hand. */
export function WhenFields(props: {
  draft: Draft
  /** Whether faults in times are shown. */
  isChecked: boolean
  error: string | null
  onChange: (changes: Partial<Draft>) => void
}) {
  const { t } = useTranslation()
  const { draft, error, onChange } = props
  const { times } = draft
  const tag = pageTag()
  return (
    <section className={styles.step}>
      <h2 className={styles.heading}>{t('scenarios.when')}</h2>
      {times.length === 0 && <p className={styles.hint}>{t('scenarios.byHand')}</p>}
      {times.map((time, index) => (
        <TimeFields
          // biome-ignore lint/suspicious/noArrayIndexKey: times have no names, and none is moved
          key={index}
          time={time}
          isChecked={props.isChecked}
          onChange={(changed) => onChange({ times: times.with(index, changed) })}
          onRemove={() => onChange({ times: times.toSpliced(index, 1) })}
        />
      ))}
      {times.length < LIMITS.TIME_TRIGGERS && (
        <div>
          <Button variant="quiet" icon="plus" onClick={() => onChange({ times: [...times, NEW_TIME] })}>
            {t('scenarios.addTime')}
          </Button>
        </div>
      )}
      {times.length > 0 && (
        <>
          <ToggleChips
            label={t('scenarios.days')}
            chosen={draft.days}
            invalid={error !== null}
            options={WEEKDAYS.map((day) => ({
              value: day,
              label: weekdayName(day, tag, 'short'),
              name: weekdayName(day, tag, 'long'),
            }))}
            onChange={(days) => onChange({ days })}
          />
          {error !== null && (
            <p className={styles.error} role="alert">
              {error}
            </p>
          )}
        </>
      )}
    </section>
  )
}

const LIMITS_OF_SUN = ['notBefore', 'notAfter'] as const

function TimeFields(props: {
  time: TimeDraft
  isChecked: boolean
  onChange: (time: TimeDraft) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const { time, onChange } = props
  const isWrong = props.isChecked && !isTimeRight(time)
  return (
    <div className={styles.time}>
      <ChoiceChips
        label={t('scenarios.when')}
        value={time.kind}
        options={TIME_KINDS.map((value) => ({
          value,
          label: t(value === 'time' ? 'scenarios.time' : `scenarios.${value}`),
        }))}
        onChange={(kind) => onChange({ ...time, kind })}
      />
      <div className={styles.line}>
        {time.kind === 'time' ? (
          <Field
            label={t('scenarios.clock')}
            type="time"
            required
            value={time.clock}
            error={isWrong ? '' : null}
            onChange={(event) => onChange({ ...time, clock: event.target.value })}
          />
        ) : (
          <Field
            label={t('scenarios.offset')}
            inputMode="numeric"
            autoComplete="off"
            value={time.offset}
            error={props.isChecked && offsetOf(time) === null ? t('scenarios.offsetBad') : null}
            onChange={(event) => onChange({ ...time, offset: event.target.value })}
          />
        )}
        <IconButton icon="close" label={t('scenarios.removeTime')} onClick={props.onRemove} />
      </div>
      {time.kind !== 'time' && (
        <div className={styles.limits}>
          {LIMITS_OF_SUN.map((limit) => (
            <Field
              key={limit}
              label={t(`scenarios.${limit}Field`)}
              type="time"
              value={time[limit]}
              error={props.isChecked && !isWindowRight(time) ? t('scenarios.windowBad') : null}
              onChange={(event) => onChange({ ...time, [limit]: event.target.value })}
            />
          ))}
        </div>
      )}
    </div>
  )
}
