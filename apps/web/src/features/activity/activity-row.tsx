import type { ActivityEntry, DeviceType } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { clockTime } from '#i18n/moments.ts'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './activity-list.module.css'
import { iconOf } from './entry-icon.ts'
import { resultWords, whatWords, whoWords } from './entry-words.ts'

interface ActivityRowProps {
  entry: ActivityEntry
  /** Whether the device is named: it is on a page about several. */
  isNamed: boolean
  type: DeviceType | null
  me: string
  /** Milliseconds since the epoch. */
  now: number
}

/** One entry: what, who, when, and what became of it. */
export function ActivityRow({ entry, isNamed, type, me, now }: ActivityRowProps) {
  const { t } = useTranslation()
  const result = resultWords(entry, now, t)
  const isBad = result?.tone === 'bad' || entry.action === 'jammed'
  return (
    <li className={styles.row} data-bad={isBad}>
      <Icon name={isBad ? 'alert' : iconOf(entry, type)} />
      <div className={styles.words}>
        {isNamed && (
          <p className={styles.device}>{entry.deviceName === '' ? t('activity.gone') : entry.deviceName}</p>
        )}
        <p className={styles.what}>{whatWords(entry, t)}</p>
        <p className={styles.detail}>
          <span>{whoWords(entry, { me, type }, t)}</span>
          {result?.words.map((words) => (
            <span key={words} data-tone={result.tone}>
              {words}
            </span>
          ))}
        </p>
      </div>
      <time className={styles.time} dateTime={entry.at}>
        {clockTime(new Date(entry.at))}
      </time>
    </li>
  )
}
