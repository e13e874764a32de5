import type { DeviceInfo } from '@senca/contract'
import type { Role, RoleReport } from '@senca/contract/people'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { useDeviceNames } from '#features/sharing-model/use-device-names.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { fullMoment } from '#i18n/moments.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { validityWords } from '../role-words.ts'
import styles from './report.module.css'
import { actionWords, changeLines, valueLines } from './report-words.ts'

/** The printable report of a role: what was changed, calibrated and tested. `role` is null if it was deleted. */
export function ReportView(props: {
  role: Role | null
  entries: RoleReport
  devices: readonly DeviceInfo[]
  /** The address of the account that reads it. */
  me: string
}) {
  const { role, entries, devices } = props
  const { t } = useTranslation()
  const tag = formatTag(currentLanguage())
  const namesOf = useDeviceNames(devices)
  const nameOf = (id: string) => namesOf([id])
  const now = pageNow()
  const facts: [string, string][] = [
    [t('report.owner'), props.me],
    ...(role === null
      ? []
      : ([
          [t('people.roleName'), role.name],
          [t('roleForm.who'), role.users.map(({ email }) => email).join(', ') || t('people.nobody')],
          [t('linkForm.devices'), namesOf(role.devices)],
          [t('roleForm.until'), validityWords(role, now, tag, t)],
        ] satisfies [string, string][])),
    [t('report.printedAt'), fullMoment(now, tag)],
  ]
  return (
    <article className={styles.report}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {entries.length === 0 ? (
        <EmptyState title={t('report.empty.title')} text={t('report.empty.text')} />
      ) : (
        <>
          <ul className={styles.entries}>
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
              <Entry key={index} entry={entry} nameOf={nameOf} tag={tag} />
            ))}
          </ul>
          <p className={styles.print}>
            <Button variant="primary" onClick={() => print()}>
              {t('report.print')}
            </Button>
          </p>
        </>
      )}
    </article>
  )
}

const NONE: readonly string[] = []
const LISTED: readonly string[] = ['test_move', 'weather_automatic', 'upgraded']

function Entry(props: { entry: RoleReport[number]; nameOf: (id: string) => string; tag: string }) {
  const { entry, nameOf, tag } = props
  const { t } = useTranslation()
  const writing = { t, tag, nameOf }
  // These actions have no value before them: only what they did is shown.
  const isNotified = entry.before === null && LISTED.includes(entry.action)
  const notified = isNotified ? valueLines(entry.after, writing) : NONE
  const { before, after } = isNotified ? { before: NONE, after: NONE } : changeLines(entry, writing)
  return (
    <li className={styles.entry}>
      <p className={styles.time}>{fullMoment(new Date(entry.at), tag)}</p>
      <div className={styles.what}>
        <p className={styles.device}>{nameOf(entry.deviceId)}</p>
        <p>{actionWords(entry.action, t)}</p>
        {notified.length > 0 && <p className={styles.value}>{notified.join(', ')}</p>}
        {before.length > 0 && (
          <p className={styles.value}>{t('report.before', { value: before.join(', ') })}</p>
        )}
        {after.length > 0 && <p className={styles.value}>{t('report.after', { value: after.join(', ') })}</p>}
      </div>
    </li>
  )
}
