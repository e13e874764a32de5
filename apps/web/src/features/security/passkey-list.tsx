import type { SecondFactorStatus } from '@senca/contract/second-factor'
import { useTranslation } from 'react-i18next'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { fullMoment } from '#i18n/moments.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './security.module.css'

/** The passkeys of the account, each with the dates when it was created and last used. */
export function PasskeyList(props: {
  passkeys: SecondFactorStatus['passkeys']
  onRemove: (passkey: { id: string; name: string }) => void
}) {
  const { t } = useTranslation()
  const tag = formatTag(currentLanguage())
  if (props.passkeys.length === 0) return null
  return (
    <ul className={styles.rows}>
      {props.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <li key={id} className={styles.row}>
          <Icon name="key" />
          <div className={styles.words}>
            <p className={styles.name}>{name}</p>
            <Facts
              facts={[
                t('twoStep.made', { when: fullMoment(new Date(createdAt), tag) }),
                lastUsedAt === null
                  ? null
                  : t('twoStep.used', { when: fullMoment(new Date(lastUsedAt), tag) }),
              ]}
            />
          </div>
          <IconButton
            icon="trash"
            label={t('twoStep.removeNamed', { name })}
            onClick={() => props.onRemove({ id, name })}
          />
        </li>
      ))}
    </ul>
  )
}
