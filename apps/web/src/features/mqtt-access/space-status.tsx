import type { MqttNotice, MqttStatus } from '@senca/contract/mqtt'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import styles from './mqtt.module.css'
import { statusQuery } from './mqtt.ts'

const USED = ['connections', 'entities', 'retained', 'retainedBytes'] as const
const KIBIBYTE = 1_024
const MEBIBYTE = 1_048_576

function sizeText(bytes: number): string {
  const [unit, name] = bytes < MEBIBYTE ? [KIBIBYTE, 'KiB'] : [MEBIBYTE, 'MiB']
  return `${(bytes / unit).toLocaleString(pageTag(), { maximumFractionDigits: 1 })}\u00A0${name}`
}

/** How much of its limits the account uses, and what the server refused of its clients; nothing while both are empty. */
export function SpaceStatus() {
  const { data } = useQuery(statusQuery)
  if (data === undefined || (data.notices.length === 0 && USED.every((of) => data.usage[of] === 0)))
    return null
  return (
    <>
      <Usage status={data} />
      <Notices notices={data.notices} />
    </>
  )
}

function Usage({ status: { usage, limits } }: { status: MqttStatus }) {
  const { t } = useTranslation()
  const number = (of: (typeof USED)[number], value: number): string =>
    of === 'retainedBytes' ? sizeText(value) : value.toLocaleString(pageTag())
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{t('mqtt.usage.title')}</h2>
      <dl className={styles.usage}>
        {USED.map((of) => (
          <div key={of}>
            <dt>{t(`mqtt.usage.${of}`)}</dt>
            <dd>
              <span>{number(of, usage[of])}</span>
              <small>{t('mqtt.usage.of', { limit: number(of, limits[of]) })}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Notices({ notices }: { notices: readonly MqttNotice[] }) {
  const { t } = useTranslation()
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{t('mqtt.notices')}</h2>
      {notices.length === 0 ? (
        <p className={styles.note}>{t('mqtt.noNotices')}</p>
      ) : (
        <Records>
          {notices.map((notice) => (
            <NoticeRow key={`${notice.code} ${notice.clientId} ${notice.topic}`} notice={notice} />
          ))}
        </Records>
      )}
    </section>
  )
}

function NoticeRow({ notice }: { notice: MqttNotice }) {
  const { t } = useTranslation()
  const { code, count, lastAt, clientId, topic, detail } = notice
  return (
    <RecordRow icon="alert" name={t(`mqtt.notice.${code}`)}>
      <span className={styles.detail}>
        {t('mqtt.noticeAt', { count, when: fullMoment(new Date(lastAt), pageTag()) })}
      </span>
      {[clientId, topic, detail].map(
        (text) =>
          text !== undefined &&
          text !== '' && (
            <span key={text} className={styles.detail} lang="en" translate="no">
              {text}
            </span>
          ),
      )}
    </RecordRow>
  )
}
