import type { DeviceInfo } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isOld } from '#features/device-model/views/scene-of.ts'
import { AgeFirst, LastKnown } from '#features/device-parts/last-known.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import styles from './door-panel.module.css'

/** The maximum length of a word in large type. For example, "Wird entriegelt" beside a lock would need two lines. */
const LONGEST_LARGE_WORD = 10

/** The state of a door in one large word, since when, and the readings of its sensors. */
export function DoorWords(props: {
  device: DeviceInfo
  stale: boolean
  word: string
  /** The progress of a command as text; null when none is in flight. */
  progress: string | null
  isHinting: boolean
  line: ReactNode
  facts: ReactNode
}) {
  const { device, word } = props
  const { t } = useTranslation()
  return (
    <div className={styles.words}>
      <p className={styles.word} data-long={word.length > LONGEST_LARGE_WORD}>
        {isOld(device, props.stale) && <AgeFirst state={device.state} />}
        <span>{word}</span>
      </p>
      <p className={styles.line}>
        {props.isHinting ? (
          t('card.holdOn')
        ) : props.progress !== null ? (
          <>
            <Spinner size="small" />
            <span>{props.progress}</span>
          </>
        ) : (
          <>
            {props.stale && device.connected && <StaleMark />}
            {device.connected && !props.stale ? (
              <span>{props.line}</span>
            ) : (
              <LastKnown state={device.state} isReadBefore />
            )}
          </>
        )}
      </p>
      <p className={styles.facts}>{props.facts}</p>
    </div>
  )
}
