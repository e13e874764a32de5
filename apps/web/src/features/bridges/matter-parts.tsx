import type { BridgePartShown } from '@senca/contract/bridge-matter'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import { partsQuery } from './matter-bridge.ts'
import styles from './matter-bridge.module.css'

/** The parts of the devices of a Matter bridge, each with what apps are told of it now. */
export function MatterParts({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('apps.matter.parts.title')}</h2>
      <Loaded query={useQuery(partsQuery(id))} words={useLoadedWords()}>
        {(parts) =>
          parts.length === 0 ? (
            <p className={styles.note}>{t('apps.matter.parts.none')}</p>
          ) : (
            <Records>
              {parts.map((part) => (
                <RecordRow key={`${part.token} ${part.part}`} name={part.name}>
                  <PartFacts part={part} />
                </RecordRow>
              ))}
            </Records>
          )
        }
      </Loaded>
    </section>
  )
}

function PartFacts({ part: { endpoint, told, reachable, limitation } }: { part: BridgePartShown }) {
  const { t } = useTranslation()
  return (
    <Facts
      facts={[
        endpoint === undefined ? null : t('apps.matter.parts.endpoint', { endpoint }),
        reachable ? null : t('apps.matter.parts.unreachable'),
        ...Object.entries(told)
          .filter(([, value]) => value !== '' && value !== null)
          .map(([name, value]) => `${name} ${value}`),
        limitation === undefined ? null : t(`apps.matter.parts.limitation.${limitation}`),
      ]}
    />
  )
}
