import type { HookKeyInfo, NetatmoInfo, WeatherNow } from '@senca/contract/automation'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { agoInWords } from '#i18n/moments.ts'
import { useMinute } from '#ui/layout/use-minute.ts'
import { isNetatmo, isStation } from './source-name.ts'
import styles from './weather.module.css'

/** The sources of the weather values, in their order of priority. */
export function SourceList(props: {
  weather: WeatherNow
  station: HookKeyInfo | undefined
  netatmo: NetatmoInfo | undefined
}) {
  const { t } = useTranslation()
  const headingId = useId()
  const now = useMinute()
  const tag = pageTag()
  const origins = Object.values(props.weather.sources).toSorted((one, other) =>
    other.measuredAt.localeCompare(one.measuredAt),
  )
  const own = origins.find(({ source }) => isStation(source))
  const linked = origins.find(({ source }) => isNetatmo(source))
  const service = origins.find(({ source }) => !isStation(source) && !isNetatmo(source))
  const stateOf = (origin: typeof own) =>
    origin === undefined
      ? t('weather.sourceUnused')
      : t('weather.sourceUsed', { ago: agoInWords(new Date(origin.measuredAt), now, tag) })
  const hasNoKey = own === undefined && props.station?.exists === false
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('weather.sources')}</h2>
      <p>{t('weather.sourcesText')}</p>
      <ol className={styles.sources}>
        <li>
          <span>{t('weather.station')}</span>
          <span className={styles.note}>{hasNoKey ? t('weather.noKey') : stateOf(own)}</span>
        </li>
        {(props.netatmo?.linkedAt != null || linked !== undefined) && (
          <li>
            <span>{t('weather.netatmo.head')}</span>
            <span className={styles.note}>{stateOf(linked)}</span>
          </li>
        )}
        <li>
          <span>{service?.source ?? t('weather.service')}</span>
          <span className={styles.note}>{stateOf(service)}</span>
        </li>
      </ol>
    </section>
  )
}
