import type { DeviceInfo } from '@senca/contract'
import { CONFIRMATIONS } from '@senca/contract/discovery'
import { useTranslation } from 'react-i18next'
import { hardwareOf, limitationsOf } from '#features/device-model/other-makers.ts'
import styles from './found.module.css'
import { Problems } from './problems.tsx'

const SOURCES = {
  'home-assistant': 'MQTT discovery',
  tasmota: 'Tasmota',
  shelly: 'Shelly',
  matter: 'Matter',
} as const

/** What is known of the hardware of another maker, for the owner of the device. */
export function DeviceHardware({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const hardware = hardwareOf(device)
  if (hardware === null) return null
  const { manufacturer, model, sw, source, entities } = hardware
  const confirmation = CONFIRMATIONS.find((one) => one === device.confirmation)
  const isMissing = entities.length > 1
  const facts: [string, string | null | undefined][] = [
    [t('found.about.maker'), manufacturer],
    [t('found.about.model'), model],
    [t('found.about.software'), sw],
    [t('found.about.way'), SOURCES[source]],
    [t('found.about.confirmation'), confirmation && t(`found.confirmation.${confirmation}`)],
    ...entities
      .filter(({ available }) => isMissing && !available)
      .map(({ part }): [string, string] => [t(`found.part.${part}`), t('found.offline')]),
  ]
  return (
    <section className={styles.about}>
      <dl>
        {facts.map(
          ([label, value]) =>
            value != null &&
            value !== '' && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Problems entities={[{ limitations: limitationsOf(device), state: NOTHING_UNREAD }]} />
    </section>
  )
}

const NOTHING_UNREAD = { available: true, assumed: false, reportedAt: null, unread: null }
