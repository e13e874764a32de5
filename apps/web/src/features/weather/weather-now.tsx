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

/** The current weather: each value with its source and age. Times are in the time zone of the home. */
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
  return (
    <dl className={styles.values}>
      {WEATHER_MEASUREMENTS.map((measurement) => {
        const value = weather.values[measurement]
        const origin = weather.sources[measurement]
        if (value === undefined || origin === undefined) return null
        const { isStale } = origin
        const source = sourceName(origin.source, t)
        const measuredAt = new Date(origin.measuredAt)
        return (
          <div key={measurement} className={styles.value} data-stale={isStale}>
            <dt>{t(`weather.measure.${measurement}`)}</dt>
            <dd>
              <span className={styles.figure}>{valueText(measurement, value, { units, tag, t })}</span>
              <span className={styles.origin}>
                {isStale
                  ? t('weather.stale', { source, time: sinceText(measuredAt) })
                  : t('weather.from', { source, time: agoInWords(measuredAt, now, tag, 'short') })}
              </span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
