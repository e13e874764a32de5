import type { Bridge, BridgePart } from '@senca/contract/bridges'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import styles from './bridges.module.css'
import { bridgePartsQuery } from './bridges.ts'

const LIMITATIONS = ['no_position', 'came_from_here', 'came_from_senca'] as const

/** What the program on the other side is shown now, part by part, and what is not shown there. */
export function BridgeParts({ bridge }: { bridge: Bridge }) {
  const { t } = useTranslation()
  return (
    <section>
      <h2 className={styles.heading}>{t('apps.parts.title')}</h2>
      <Loaded query={useQuery(bridgePartsQuery(bridge.id))} words={useLoadedWords()}>
        {(parts) =>
          parts.length === 0 ? (
            <p className={styles.note}>{t('apps.parts.none')}</p>
          ) : (
            <ul className={styles.rows}>
              {parts.map((part) => (
                <Part key={`${part.token} ${part.part}`} part={part} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

/** A JSON text stands for several values. */
const shortOf = (value: string | number | boolean | null): string | null => {
  const text = String(value ?? '')
  return text === '' || text.startsWith('{') ? null : text
}

function Part({ part: { name, entityId, told, reachable, limitation } }: { part: BridgePart }) {
  const { t } = useTranslation()
  const known = LIMITATIONS.find((one) => one === limitation)
  const values = Object.values(told).flatMap((value) => shortOf(value) ?? [])
  const isLeft = entityId === undefined
  return (
    <li className={styles.part} data-reachable={reachable}>
      <p className={styles.partName}>
        <bdi>{name}</bdi>
      </p>
      {!isLeft && (
        <p className={styles.told} lang="en" translate="no">
          {reachable ? values.join(' · ') : t('apps.parts.unreachable')}
        </p>
      )}
      {entityId !== undefined && (
        <code className={styles.entity} lang="en" translate="no">
          {entityId}
        </code>
      )}
      {known !== undefined && <p className={styles.limitation}>{t(`apps.parts.limitation.${known}`)}</p>}
    </li>
  )
}
