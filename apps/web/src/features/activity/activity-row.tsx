import type { DeviceType } from '@senca/contract'
import type { ActivityEntry } from '@senca/contract/activity'
import { useTranslation } from 'react-i18next'
import { useUnits } from '#features/room-model/rooms.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { clockTime } from '#i18n/moments.ts'
import { Icon } from '#ui/layout/icon.tsx'
import { type ActivityLine, devicesOf } from './activity-lines.ts'
import styles from './activity-row.module.css'
import { iconOf } from './entry-icon.ts'
import { isAsExpected, type ResultWords, resultWords, whatWords, whoWords } from './entry-words.ts'

interface ActivityRowProps {
  line: ActivityLine
  /** Whether to name the devices, because the page is about several. */
  isNamed: boolean
  /** The type of a device of this home; null if it has left the home. */
  typeOf: (deviceId: string | null) => DeviceType | null
  me: string
  /** In milliseconds since the epoch. */
  now: number
}

/** If there are more devices, the line shows their number, and their names only after it is expanded. */
const NAMED_DEVICES = 2

/**
 * One line with when, what happened and by whom, and below it a result that is not as expected. A line of several entries can
 * be expanded to show each of them with its result.
 */
export function ActivityRow({ line, isNamed, typeOf, me, now }: ActivityRowProps) {
  const { t } = useTranslation()
  const units = useUnits()
  const [entry] = line
  const isSeveral = line.length > 1
  const type = typeOf(entry.deviceId)
  const result = resultWords(entry, now, t)
  const showsResult = isSeveral ? result?.tone === 'bad' : result !== null && !isAsExpected(entry)
  const isBad = result?.tone === 'bad' || entry.action === 'jammed'
  const spoken = (
    <>
      <time className={styles.time} dateTime={entry.at}>
        {clockTime(new Date(entry.at))}
      </time>
      <Icon name={isBad ? 'alert' : iconOf(entry, type)} size={20} />
      <span className={styles.words}>
        <span className={styles.what}>
          <span>{`${whatWords(entry, type, t, { units, tag: pageTag() })} `}</span>
          <Devices line={line} isNamed={isNamed} />
        </span>
        <span className={styles.who}>{whoWords(entry, { me, type }, t)}</span>
        {showsResult && (
          <span className={styles.detail}>
            <Result result={result} />
          </span>
        )}
      </span>
    </>
  )
  return (
    <li className={styles.row} data-bad={isBad}>
      {isSeveral ? (
        <details>
          <summary className={styles.line}>
            {spoken}
            <Icon name="next" size={18} />
          </summary>
          <ul className={styles.each}>
            {line.map((one) => (
              <li key={one.id} className={styles.detail}>
                <span>{nameOf(one, t('activity.gone'))}</span>
                <Result result={resultWords(one, now, t)} />
              </li>
            ))}
          </ul>
        </details>
      ) : (
        <div className={styles.line}>{spoken}</div>
      )}
    </li>
  )
}

const nameOf = ({ deviceName }: Pick<ActivityEntry, 'deviceName'>, gone: string): string =>
  deviceName === '' ? gone : deviceName

function Devices({ line, isNamed }: { line: ActivityLine; isNamed: boolean }) {
  const { t } = useTranslation()
  const devices = devicesOf(line)
  if (isNamed && devices.length > NAMED_DEVICES)
    return <span className={styles.device}>{t('activity.devices', { count: devices.length })}</span>
  const names = devices.map(({ name, times }) =>
    [
      ...(isNamed ? [nameOf({ deviceName: name }, t('activity.gone'))] : []),
      ...(times > 1 ? [`×${times}`] : []),
    ].join(' '),
  )
  return <span className={styles.device}>{names.join(', ')}</span>
}

function Result({ result }: { result: ResultWords | null }) {
  return result?.words.map((words) => (
    <span key={words} data-tone={result.tone}>
      {words}
    </span>
  ))
}
