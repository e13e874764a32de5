import type { DeviceInfo, LockType } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { LastKnown } from '#features/device-parts/last-known.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import type { DoorHistory, LockMoment } from './door-history.ts'
import styles from './door-panel.module.css'
import { lockLine, sensorLines } from './lock-lines.ts'
import { useSecondsLeft } from './use-door-history.ts'

/** The maximum length of a word in large type. For example, "Wird entriegelt" beside a lock would need two lines. */
const LONGEST_LARGE_WORD = 10

/** A lock of a door with everything that its state is described by. */
export interface ShownLock {
  device: DeviceInfo
  stale: boolean
  lock: LockType
  moment: LockMoment
  history: DoorHistory
  /** Who unlocked the door last, if the person may know that. */
  lastCame?: ReactNode
}

/** The state of a lock in one large word, since when, and the readings of the door's sensors. */
export function LockWords(
  props: ShownLock & {
    /** The progress of a command as text; null when none is in flight. */
    progress: string | null
    isHinting: boolean
  },
) {
  const { device, lock, moment, history } = props
  const { t } = useTranslation()
  const secondsLeft = useSecondsLeft(moment.unlocked)
  const notified = { t, tag: formatTag(currentLanguage()), now: pageNow() }
  const word = moment.state === 'unknown' ? t('door.unknownWord') : t(`card.lock.${moment.state}`)
  const line = lockLine(device, lock, moment, secondsLeft, notified)
  const facts = sensorLines(device, history, notified)
  return (
    <div className={styles.words}>
      <p className={styles.part}>{t(`card.lockName.${lock}`)}</p>
      <p className={styles.word} data-long={word.length > LONGEST_LARGE_WORD}>
        {word}
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
            {props.stale && device.connected && <StaleMark isAlone={line === null} />}
            {device.connected ? <span>{line}</span> : <LastKnown reportedAt={device.state.reportedAt} />}
          </>
        )}
      </p>
      <p className={styles.facts}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {props.lastCame}
      </p>
    </div>
  )
}
