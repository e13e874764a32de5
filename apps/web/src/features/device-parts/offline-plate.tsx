import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { agoInWords, shortMoment } from '#i18n/moments.ts'
import { Icon } from '#ui/layout/icon.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import styles from './offline-plate.module.css'

const MINUTE_MS = 60_000

/**
 * Says that a device is offline, since when, and what helps; for a door also that its key still works. `lastSeenAt` is ISO 8601
 * UTC, null for a device that was never seen.
 */
export function OfflinePlate({ lastSeenAt, devicetype }: Pick<DeviceInfo, 'lastSeenAt' | 'devicetype'>) {
  const { t } = useTranslation()
  const now = useMinute()
  const tag = formatTag(currentLanguage())
  const seen = lastSeenAt === null ? null : new Date(lastSeenAt)
  return (
    <>
      <strong className={styles.title}>
        <Icon name="offline" />
        <span>{t('card.offline')}</span>
      </strong>
      {seen === null ? (
        <span>{t('card.never')}</span>
      ) : (
        <time className={styles.time} dateTime={seen.toISOString()}>
          <span>{t('control.since', { time: shortMoment(seen, now, tag) })}</span>
          {now.getTime() - seen.getTime() >= MINUTE_MS && (
            <span className={styles.ago}>{agoInWords(seen, now, tag)}</span>
          )}
        </time>
      )}
      <details className={styles.help}>
        <summary>{t('control.away.ask')}</summary>
        <p>{t('control.away.help')}</p>
        {devicetype === 'home_door' && <p>{t('control.away.door')}</p>}
      </details>
    </>
  )
}
