import type { Bridge, BridgePart } from '@senca/contract/bridges'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import styles from './bridges.module.css'
import { bridgePartsQuery } from './bridges.ts'

const LIMITATIONS = ['no_position', 'came_from_here', 'came_from_senca'] as const

/** What the program on the other side is shown now, device by device, and what is not shown there. */
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
            <ul>
              {[...new Set(parts.map(({ token }) => token))].map((token) => (
                <DeviceParts key={token} parts={parts.filter((part) => part.token === token)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

const lightSchema = z.object({ state: z.string(), brightness: z.optional(z.number()) })

/** A value as it is sent. A light has its state and brightness in one JSON text; other JSON texts are attributes. */
function shownValue(value: string | number | boolean | null): string | null {
  const text = String(value ?? '')
  if (!text.startsWith('{')) return text === '' ? null : text
  try {
    const { state, brightness } = lightSchema.parse(JSON.parse(text))
    return brightness === undefined ? state : `${state} ${brightness}`
  } catch {
    return null
  }
}

function DeviceParts({ parts }: { parts: readonly BridgePart[] }) {
  const { t } = useTranslation()
  const [main] = parts
  if (main === undefined) return null
  const known = LIMITATIONS.find((one) => one === main.limitation)
  const heading = (
    <>
      <bdi className={styles.partName}>{main.name}</bdi>
      <Values part={main} />
    </>
  )
  return (
    <li className={styles.part}>
      {main.entityId === undefined ? (
        <p className={styles.partHead}>{heading}</p>
      ) : (
        <details>
          <summary className={styles.partHead}>{heading}</summary>
          <ul className={styles.entities}>
            {parts.map((part) => (
              <li key={part.part} className={styles.entity}>
                <code lang="en" translate="no">
                  {part.entityId}
                </code>
                <Values part={part} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {known !== undefined && <p className={styles.limitation}>{t(`apps.parts.limitation.${known}`)}</p>}
    </li>
  )
}

function Values({ part: { entityId, told, reachable } }: { part: BridgePart }) {
  const { t } = useTranslation()
  if (entityId === undefined) return null
  if (!reachable) return <span className={styles.values}>{t('apps.parts.unreachable')}</span>
  return (
    <span className={styles.values} lang="en" translate="no">
      {Object.values(told)
        .flatMap((value) => shownValue(value) ?? [])
        .join(' · ')}
    </span>
  )
}
