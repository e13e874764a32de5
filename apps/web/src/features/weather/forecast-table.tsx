import {
  WEATHER_MEASUREMENTS,
  type WeatherForecast,
  type WeatherMeasurement,
} from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { useUnits } from '#features/room-model/rooms.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { valueText } from '#i18n/weather-units.ts'
import styles from './weather.module.css'

const SHOWN: readonly WeatherMeasurement[] = ['temperature', 'wind_gust', 'wind_speed', 'rain', 'snow']

/** The forecast of every hour as numbers, for exact values and for people who cannot see the chart. */
export function ForecastTable(props: { forecast: WeatherForecast; timezone: string | undefined }) {
  const { t } = useTranslation()
  const { forecast, timezone } = props
  const units = useUnits()
  const tag = pageTag()
  const columns = WEATHER_MEASUREMENTS.filter(
    (one) => SHOWN.includes(one) && forecast.some(({ values }) => values[one] !== undefined),
  )
  return (
    <details className={styles.hours}>
      <summary>{t('weather.hourly')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where it is wider than the page */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('weather.hourly')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('weather.hour')}</th>
              {columns.map((one) => (
                <th key={one} scope="col">
                  {t(`weather.measure.${one}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {forecast.map(({ at, values }) => (
              <tr key={at}>
                <th scope="row">{weekdayMoment(new Date(at), tag, timezone)}</th>
                {columns.map((one) => {
                  const value = values[one]
                  return (
                    <td key={one}>{value === undefined ? '–' : valueText(one, value, { units, tag, t })}</td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
