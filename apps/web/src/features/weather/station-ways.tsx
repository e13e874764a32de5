import {
  type HookKey,
  STATION_TOPIC,
  STATION_USER_NAME,
  type WeatherSources,
} from '@senca/contract/automation'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyLine } from './copy-line.tsx'
import styles from './weather.module.css'

interface StationWaysProps {
  made: HookKey
  /** Undefined while it is unknown, and if stations can only report over HTTP. */
  mqtt: WeatherSources['mqtt']
}

/** Shell commands that report a gust and a temperature. */
const curlLine = ({ url }: HookKey): string =>
  `curl -X POST -H 'content-type: application/json' -d '{"type":"weather","wind_gust":9.4,"temperature":21.5}' ${url}`
const mosquittoLine = ({ key }: HookKey, { host, port }: NonNullable<WeatherSources['mqtt']>): string =>
  `mosquitto_pub -h ${host} -p ${port} -u ${STATION_USER_NAME} -P ${key} -t ${STATION_TOPIC} -m '{"wind_gust":9.4,"temperature":21.5}'`

/** Explains how a station reports with a new key, over HTTP or MQTT. */
export function StationWays({ made, mqtt }: StationWaysProps) {
  const { t } = useTranslation()
  const [httpId, mqttId] = [useId(), useId()]
  return (
    <>
      <section className={styles.way} aria-labelledby={httpId}>
        <h3 id={httpId}>{t('weather.byHttp')}</h3>
        <CopyLine line={curlLine(made)} />
      </section>
      {mqtt !== undefined && (
        <section className={styles.way} aria-labelledby={mqttId}>
          <h3 id={mqttId}>{t('weather.byMqtt')}</h3>
          <dl className={styles.access}>
            <dt>{t('weather.mqttAddress')}</dt>
            <dd>{`${mqtt.host}:${mqtt.port}`}</dd>
            <dt>{t('weather.mqttTopic')}</dt>
            <dd>{STATION_TOPIC}</dd>
            <dt>{t('weather.mqttUser')}</dt>
            <dd>{STATION_USER_NAME}</dd>
            <dt>{t('weather.mqttPassword')}</dt>
            <dd>{made.key}</dd>
          </dl>
          <CopyLine line={mosquittoLine(made, mqtt)} />
          <p className={styles.note}>{t('weather.mqttText')}</p>
        </section>
      )}
    </>
  )
}
