import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#ui/controls/button.tsx'
import styles from './facade-empty.module.css'
import { FacadeStage } from './facade-stage.tsx'

const NOTHING = [] as const

/** The house of an account without shades and doors. */
export function FacadeEmpty() {
  const { t } = useTranslation()
  return (
    <div className={styles.empty}>
      <FacadeStage facade={NOTHING}>{() => null}</FacadeStage>
      <div className={styles.words}>
        <h2 className={styles.title}>{t('facade.empty.title')}</h2>
        <p className={styles.text}>{t('facade.empty.text')}</p>
        <ButtonLink to="/claim" variant="primary" icon="plus">
          {t('home.addDevice')}
        </ButtonLink>
      </div>
    </div>
  )
}
