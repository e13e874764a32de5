import type { WeatherForecast, WeatherMeasurement } from '@senca/contract/automation'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnits } from '#features/room-model/rooms.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { clockTime, weekdayMoment } from '#i18n/moments.ts'
import { valueText } from '#i18n/weather-units.ts'
import { barHeights, linePath, marksOf, peakOf, rangeOf, valuesOf } from './forecast-shape.ts'
import styles from './weather.module.css'

const HEIGHT = 40
/** A margin for the line, so that it is not cut off at the edges. */
const INSET = 3
/** The minimum scale of a strip, in the units of the server, so that a drizzle does not look like heavy rain. */
const FULL: Partial<Record<WeatherMeasurement, number>> = { wind_gust: 10, wind_speed: 10, rain: 4, snow: 2 }

interface ChartProps {
  forecast: WeatherForecast
  /** The time zone of the home; undefined (the reader's time zone) before the home has a location. */
  timezone: string | undefined
}

/** The forecast as one strip for each kind of weather, with a text that says the same. Hours are in the time zone of the home. */
export function ForecastChart(props: ChartProps) {
  return (
    <div className={styles.chart}>
      <TemperatureStrip {...props} />
      <BarStrip {...props} measurements={['wind_gust', 'wind_speed']} />
      <BarStrip {...props} measurements={['rain']} />
      <BarStrip {...props} measurements={['snow']} />
      <Hours {...props} />
    </div>
  )
}

function TemperatureStrip({ forecast }: ChartProps) {
  const { t } = useTranslation()
  const units = useUnits()
  const values = valuesOf(forecast, 'temperature')
  const range = rangeOf(values)
  if (range === null) return null
  const textOf = (value: number) => valueText('temperature', value, { units, tag: pageTag(), t })
  return (
    <div>
      <p className={styles.legend}>
        <span>{`${t('weather.measure.temperature')} `}</span>
        <span className={styles.note}>
          {t('weather.range', { min: textOf(range.min), max: textOf(range.max) })}
        </span>
      </p>
      <Strip hours={forecast.length}>
        <g transform={`translate(0 ${INSET})`}>
          <path className={styles.curve} d={linePath(values, range, HEIGHT - 2 * INSET)} />
        </g>
      </Strip>
    </div>
  )
}

/** Bars of one measurement, or of two on the same scale, one in front of the other; renders nothing without a forecast. */
function BarStrip(props: ChartProps & { measurements: readonly WeatherMeasurement[] }) {
  const { t } = useTranslation()
  const { forecast, timezone, measurements } = props
  const units = useUnits()
  const tag = pageTag()
  const known = measurements.flatMap((measurement) => {
    const peak = peakOf(forecast, measurement)
    return peak === null ? [] : [{ measurement, peak }]
  })
  if (known.length === 0) return null
  const highest = Math.max(...known.map(({ peak }) => peak.value))
  const max = Math.max(highest, ...known.map(({ measurement }) => FULL[measurement] ?? 0))
  return (
    <div>
      {known.map(({ measurement, peak: { at, value } }) => (
        <p key={measurement} className={styles.legend}>
          {known.length > 1 && <span className={styles.swatch} data-measurement={measurement} />}
          <span>{`${t(`weather.measure.${measurement}`)} `}</span>
          <span className={styles.note}>
            {value > 0
              ? t('weather.upTo', {
                  value: valueText(measurement, value, { units, tag, t }),
                  when: weekdayMoment(new Date(at), tag, timezone),
                })
              : t('weather.noneAhead')}
          </span>
        </p>
      ))}
      {highest > 0 && (
        <Strip hours={forecast.length}>
          {known.map(({ measurement }) => (
            <g key={measurement} className={styles.bars} data-measurement={measurement}>
              {barHeights(valuesOf(forecast, measurement), max, HEIGHT).map(
                (height, hour) =>
                  height !== null && (
                    <rect
                      // biome-ignore lint/suspicious/noArrayIndexKey: the hour is what it is
                      key={hour}
                      x={hour + 0.12}
                      y={HEIGHT - height}
                      width={0.76}
                      height={height}
                    />
                  ),
              )}
            </g>
          ))}
        </Strip>
      )}
    </div>
  )
}

function Strip({ hours, children }: { hours: number; children: ReactNode }) {
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${hours} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

function Hours({ forecast, timezone }: ChartProps) {
  const weekday = new Intl.DateTimeFormat(pageTag(), { weekday: 'short', timeZone: timezone })
  return (
    <div className={styles.marks} aria-hidden="true">
      {marksOf(forecast, timezone).map(({ at, share, isMidnight }) => (
        <span key={at.getTime()} style={{ left: `${share * 100}%` }}>
          {isMidnight ? weekday.format(at) : clockTime(at, timezone)}
        </span>
      ))}
    </div>
  )
}
