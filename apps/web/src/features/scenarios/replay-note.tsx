import type { WeatherReplay, WeatherTrigger } from '@senca/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import type { Units } from '#i18n/weather-units.ts'
import { becauseText } from '#i18n/weather-words.ts'
import styles from './scenario-form.module.css'
import { replayQuery } from './scenarios.ts'
import { isRuleRight, type RuleDraft, weatherTriggersOf } from './weather-draft.ts'

const DAYS = 30
/** Of less nothing is said. */
const KNOWN_LEAST = 0.01
/** From there on what is missing goes without saying. */
const KNOWN_WHOLE = 0.95

/** How often what is being written would have fired in the last days, by the weather that is kept. */
export function ReplayNote({ rules, units }: { rules: readonly RuleDraft[]; units: Units }) {
  const { t } = useTranslation()
  const isRight = rules.length > 0 && rules.every(isRuleRight)
  const triggers = useDeferredValue(isRight ? weatherTriggersOf(rules, units) : NONE)
  const { data } = useQuery({ ...replayQuery(triggers, DAYS), enabled: triggers.length > 0 })
  if (data === undefined) return null
  return (
    <p className={styles.hint} role="status">
      {replayWords(data, triggers, { units, tag: pageTag(), t })}
    </p>
  )
}

const NONE: WeatherTrigger[] = []

/** "Last 30 days: 4 ×, 11 hr in all. Most recently Thu 12 Nov, 14:00: gusts of 50 km/h." */
export function replayWords(
  { known, count, hours, times }: WeatherReplay,
  triggers: readonly WeatherTrigger[],
  how: Parameters<typeof becauseText>[2],
): string {
  const { t, tag } = how
  if (known < KNOWN_LEAST) return t('scenarios.replayUnknown')
  const [newest] = times
  const share = new Intl.NumberFormat(tag, { style: 'percent' }).format(known)
  const part = known < KNOWN_WHOLE ? ` ${t('scenarios.replayPart', { share })}` : ''
  if (newest === undefined) return t('scenarios.replayNever', { days: DAYS }) + part
  const { measurement, value, from } = newest
  const trigger = triggers.find((one) => one.measurement === measurement)
  const reason = becauseText(
    {
      measurement,
      value,
      unit: null,
      threshold: trigger?.value ?? null,
      condition: trigger?.condition ?? null,
    },
    false,
    how,
  )
  const inAll = new Intl.NumberFormat(tag, { style: 'unit', unit: 'hour', maximumFractionDigits: 0 })
  const told = {
    days: DAYS,
    count: new Intl.NumberFormat(tag).format(count),
    hours: inAll.format(Math.max(1, Math.round(hours))),
    when: weekdayMoment(new Date(from), tag),
    reason,
  }
  return t('scenarios.replay', told) + part
}
