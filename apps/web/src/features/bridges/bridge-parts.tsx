import type { DeviceInfo } from '@senca/contract'
import type { Bridge, BridgePart } from '@senca/contract/bridges'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import { announcedFacts, rawValues } from './announced-facts.ts'
import styles from './bridges.module.css'
import { bridgePartsQuery, levelOf } from './bridges.ts'

const LIMITATIONS = ['no_position', 'came_from_here', 'came_from_senca'] as const

interface BridgeDevices {
  bridge: Bridge
  /** Those of the account, by whose names parts are distinguished. */
  devices: readonly Pick<DeviceInfo, 'id' | 'name'>[]
}

/** A device, or a scenario. */
const placeOf = ({ token, scenario }: BridgePart): string => token ?? scenario ?? ''

/** What the program on the other side is shown now, device by device, and what is not shown there. */
export function BridgeParts({ bridge, devices }: BridgeDevices) {
  const { t } = useTranslation()
  return (
    <section>
      <h2 className={styles.heading}>{t('apps.parts.title')}</h2>
      <Loaded query={useQuery(bridgePartsQuery(bridge.id))} words={useLoadedWords()}>
        {(parts) =>
          parts.length === 0 ? (
            <p className={styles.note}>{t('apps.parts.none')}</p>
          ) : (
            <>
              <Records>
                {[...new Set(parts.map(placeOf))].map((place) => (
                  <PlaceParts
                    key={place}
                    bridge={bridge}
                    devices={devices}
                    parts={parts.filter((part) => placeOf(part) === place)}
                  />
                ))}
              </Records>
              <Entities parts={parts} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function PlaceParts({ bridge, devices, parts }: BridgeDevices & { parts: readonly BridgePart[] }) {
  const { t } = useTranslation()
  const [main] = parts
  if (main === undefined) return null
  const name = devices.find(({ id }) => id === main.token)?.name ?? main.name
  const limitation = LIMITATIONS.find((one) => one === main.limitation)
  const isSeenOnly =
    main.entityId !== undefined &&
    levelOf(bridge) === 'command' &&
    bridge.grants[main.token ?? '']?.permissions.includes('command') === false
  return (
    <RecordRow name={<bdi>{name}</bdi>}>
      <Facts
        facts={[
          ...announcedFacts(parts, name, t),
          isSeenOnly ? t('apps.matter.parts.limitation.view_only') : null,
        ]}
      />
      {limitation !== undefined && (
        <p className={styles.limitation}>{t(`apps.parts.limitation.${limitation}`)}</p>
      )}
    </RecordRow>
  )
}

/** The entities with what is sent of them, for the person who writes an automation there. */
function Entities({ parts }: { parts: readonly BridgePart[] }) {
  const { t } = useTranslation()
  const announced = parts.filter(({ entityId }) => entityId !== undefined)
  if (announced.length === 0) return null
  return (
    <details>
      <summary className={styles.raw}>{t('apps.parts.raw')}</summary>
      <ul className={styles.entities} lang="en" translate="no">
        {announced.map((part) => (
          <li key={`${placeOf(part)} ${part.part}`} className={styles.entity}>
            <code>{part.entityId}</code>
            {rawValues(part).map((value) => (
              <code key={value} className={styles.sent}>
                {value}
              </code>
            ))}
          </li>
        ))}
      </ul>
    </details>
  )
}
