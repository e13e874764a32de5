import { LIMITS } from '@senca/contract'
import { ALARM_SOURCES, WEEKDAYS } from '@senca/contract/automation'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Units } from '#i18n/weather-units.ts'
import { WeekdayChips } from '#i18n/weekday-chips.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import { TimeField } from '#ui/forms/time-field.tsx'
import { ToggleChips } from '#ui/forms/toggle-chips.tsx'
import { ReplayNote } from '../replay-note.tsx'
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
import { usualRule } from './weather-draft.ts'
import { WeatherFields } from './weather-fields.tsx'
import { WindClassField } from './wind-class-field.tsx'

interface WhenProps {
  draft: Draft
  units: Units
  /** Whether errors in times and values are shown. */
  isChecked: boolean
  error: string | null
  /** Whether the devices belong to another person, whose home has other weather. */
  isShared: boolean
  /** Replaces the weather fields; null if weather triggers are allowed. */
  insteadOfWeather: ReactNode
  /** Shown below the error: what to do about it. */
  remedy?: ReactNode
  onChange: (changes: Partial<Draft>) => void
}

/** The fields for the trigger of a scenario: times (without times only a person starts it), the weather or an alarm. */
export function WhenFields(props: WhenProps) {
  const { t } = useTranslation()
  const { draft, units, error, insteadOfWeather, isShared, onChange } = props
  const isByWeather = draft.waitsFor === 'weather'
  const asksForWeather = isByWeather && insteadOfWeather === null
  return (
    <div className={styles.step}>
      <h2 className={styles.heading}>{t('scenarios.when')}</h2>
      <ChoiceChips
        label={t('scenarios.kind')}
        value={draft.waitsFor}
        options={[
          { value: 'time', label: t('scenarios.byTime') },
          { value: 'weather', label: t('scenarios.byWeather') },
          { value: 'alarm', label: t('scenarios.byAlarm') },
        ]}
        onChange={(waitsFor) =>
          onChange({
            waitsFor,
            ...(waitsFor === 'time' ? {} : { move: 'safe' }),
            ...(draft.rules.length === 0 ? { rules: [usualRule('wind_gust', units)] } : {}),
          })
        }
      />
      {isByWeather && insteadOfWeather}
      {asksForWeather && draft.protects === 'wind' && (
        <WindClassField rules={draft.rules} units={units} onChange={(rules) => onChange({ rules })} />
      )}
      {asksForWeather && (
        <WeatherFields
          rules={draft.rules}
          units={units}
          isChecked={props.isChecked}
          onChange={(rules) => onChange({ rules })}
        />
      )}
      {asksForWeather && !isShared && <ReplayNote rules={draft.rules} units={units} />}
      {draft.waitsFor === 'alarm' && (
        <ToggleChips
          label={t('scenarios.alarms')}
          chosen={draft.alarms}
          invalid={draft.alarms.length === 0 && error !== null}
          options={ALARM_SOURCES.map((value) => ({
            value,
            label: t(`weather.alarm.${value}`),
            name: t(`weather.alarm.${value}`),
          }))}
          onChange={(alarms) => onChange({ alarms })}
        />
      )}
      {draft.waitsFor === 'time' && <TimesFields {...props} />}
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {error !== null && props.remedy}
    </div>
  )
}

/** The fields for any number of times, on chosen days of the week. */
function TimesFields(props: WhenProps) {
  const { t } = useTranslation()
  const { draft, error, onChange } = props
  const { times } = draft
  return (
    <>
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
        <div className={styles.more}>
          <Button variant="quiet" icon="plus" onClick={() => onChange({ times: [...times, NEW_TIME] })}>
            {t('scenarios.addTime')}
          </Button>
        </div>
      )}
      {times.length > 0 && (
        <WeekdayChips
          label={t('scenarios.days')}
          chosen={draft.days.map((day) => WEEKDAYS.indexOf(day) + 1)}
          invalid={draft.days.length === 0 && error !== null}
          onChange={(days) => onChange({ days: WEEKDAYS.filter((_, index) => days.includes(index + 1)) })}
        />
      )}
    </>
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
          <TimeField
            label={t('scenarios.clock')}
            value={time.clock}
            error={isWrong ? '' : null}
            onChange={(clock) => onChange({ ...time, clock })}
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
          {LIMITS_OF_SUN.map((limit, index) => (
            <TimeField
              key={limit}
              label={t(`scenarios.${limit}Field`)}
              value={time[limit]}
              error={
                props.isChecked && !isWindowRight(time) ? (index === 0 ? t('scenarios.windowBad') : '') : null
              }
              onChange={(clock) => onChange({ ...time, [limit]: clock })}
            />
          ))}
        </div>
      )}
    </div>
  )
}
