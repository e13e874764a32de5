import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './given.module.css'
import { grantLines } from './grant-words.ts'
import type { Grant } from './grants.ts'

/** A button with the rights that one person has for one device. It opens the details. */
export function GrantKey(props: {
  grant: Grant
  deviceName: string
  email: string
  /** Whether the button itself names the device. */
  isNamed: boolean
  onOpen: () => void
}) {
  const { grant, deviceName } = props
  const { t } = useTranslation()
  const lines = grantLines(grant, formatTag(currentLanguage()), t).map(({ level, note }) => ({
    level: t(`people.level.${level}`),
    note,
  }))
  const spoken = lines
    .flatMap(({ level, note }) => [level, note])
    .filter((words) => words !== '')
    .join(', ')
  return (
    <button
      type="button"
      className={props.isNamed ? styles.row : styles.grant}
      data-state={grant.state}
      aria-label={t('people.grant', { device: deviceName, email: props.email, what: spoken })}
      onClick={props.onOpen}
    >
      {props.isNamed && <span className={styles.device}>{deviceName}</span>}
      <span className={styles.what}>
        {lines.map(({ level, note }) => (
          <span key={`${level} ${note}`} className={styles.byRole}>
            <span className={styles.level}>{level}</span>
            {note !== '' && <span className={styles.note}>{note}</span>}
          </span>
        ))}
      </span>
    </button>
  )
}

/** A link in an empty cell; it shares the device with the person. */
export function GiveLink(props: { deviceId: string; deviceName: string; email: string }) {
  const { t } = useTranslation()
  return (
    <Link
      className={styles.give}
      to={`/people/new?${new URLSearchParams({ deviceId: props.deviceId })}`}
      state={{ email: props.email }}
      aria-label={t('people.giveTo', { device: props.deviceName, email: props.email })}
    >
      <Icon name="plus" size={18} />
    </Link>
  )
}
