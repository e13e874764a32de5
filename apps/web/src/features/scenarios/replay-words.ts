import type { WeatherReplay, WeatherTrigger } from '@senca/contract/automation'
import { weekdayMoment } from '#i18n/moments.ts'
import { becauseText } from '#i18n/weather-words.ts'

/** How many days a replay covers. */
export const REPLAY_DAYS = 30
/** If less than this share of the time has stored weather, the result is unknown. */
const KNOWN_LEAST = 0.01
/** If at least this share is known, the missing part is not mentioned. */
const KNOWN_WHOLE = 0.95

/** The result of a replay: "Last 30 days: 4 ×, 11 hr in all. Most recently Thu 12 Nov, 14:00: gusts of 50 km/h." */
export function replayWords(
  { known, count, hours, times }: WeatherReplay,
  triggers: readonly WeatherTrigger[],
  how: Parameters<typeof becauseText>[2] & { timezone: string | undefined },
): string {
  const { t, tag } = how
  if (known < KNOWN_LEAST) return t('scenarios.replayUnknown')
  const [newest] = times
  const share = t('card.percent', { value: Math.round(known * 100) })
  const part = known < KNOWN_WHOLE ? ` ${t('scenarios.replayPart', { share })}` : ''
  if (newest === undefined) return t('scenarios.replayNever', { days: REPLAY_DAYS }) + part
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
  const notified = {
    days: REPLAY_DAYS,
    count: new Intl.NumberFormat(tag).format(count),
    hours: inAll.format(Math.max(1, Math.round(hours))),
    when: weekdayMoment(new Date(from), tag, how.timezone),
    reason,
  }
  return t('scenarios.replay', notified) + part
}
