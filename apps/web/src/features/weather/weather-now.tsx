import { WEATHER_MEASUREMENTS, type WeatherNow } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { useUnits } from '#features/room-model/rooms.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { agoInWords, clockTime, weekdayMoment } from '#i18n/moments.ts'
import { valueText } from '#i18n/weather-units.ts'
import { useMinute } from '#ui/layout/use-minute.ts'
import { sourceName } from './source-name.ts'
import styles from './weather.module.css'

const HALF_DAY_MS = 43_200_000

/**
 * The current weather: each value with its source and age, which are said once if all have the same. Times are in the time zone
 * of the home.
 */
export function WeatherNowValues(props: { weather: WeatherNow; timezone: string | undefined }) {
  const { t } = useTranslation()
  const { weather, timezone } = props
  const units = useUnits()
  const now = useMinute()
  const tag = pageTag()
  const sinceText = (then: Date) =>
    now.getTime() - then.getTime() < HALF_DAY_MS
      ? clockTime(then, timezone)
      : weekdayMoment(then, tag, timezone)
  const values = WEATHER_MEASUREMENTS.flatMap((measurement) => {
    const value = weather.values[measurement]
    const origin = weather.sources[measurement]
    if (value === undefined || origin === undefined) return []
    const { isStale } = origin
    const source = sourceName(origin.source, t)
    const measuredAt = new Date(origin.measuredAt)
    const from = isStale
      ? t('weather.stale', { source, time: sinceText(measuredAt) })
      : t('weather.from', { source, time: agoInWords(measuredAt, now, tag, 'short') })
    return [{ measurement, value, isStale, from }]
  })
  const origins = new Set(values.map(({ from }) => from))
  const [common] = origins.size === 1 ? origins : []
  return (
    <>
      {common !== undefined && <p className={styles.origin}>{common}</p>}
      <dl className={styles.values}>
        {values.map(({ measurement, value, isStale, from }) => (
          <div key={measurement} className={styles.value} data-stale={isStale}>
            <dt>{t(`weather.measure.${measurement}`)}</dt>
            <dd>
              <span className={styles.figure}>{valueText(measurement, value, { units, tag, t })}</span>
              {common === undefined && <span className={styles.origin}>{from}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
