import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#ui/controls/button.tsx'
import type { Notice } from './house/house-notices.ts'
import styles from './only-shown.module.css'

/** Says which devices of the home are shown, with a link back to all of them. */
export function OnlyShown({ notice, isNone }: { notice: Notice; isNone: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={styles.bar}>
      <div>
        <h2 className={styles.title}>{t(`home.only.${notice}`)}</h2>
        {isNone && <p>{t('home.only.none')}</p>}
      </div>
      <ButtonLink to="/home" icon="close">
        {t('home.only.showAll')}
      </ButtonLink>
    </div>
  )
}
