import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SubHeader } from '#ui/PageHeader.tsx'
import styles from './account-page.module.css'
import { useGoBack } from './use-go-back.ts'
import { usePageTitle } from './use-page-title.ts'

/** A page behind the account menu: back to it, its title, one column. */
export function AccountPage(props: { title: string; intro?: string; children: ReactNode }) {
  const { t } = useTranslation()
  usePageTitle(props.title)
  return (
    <div className={styles.page}>
      <SubHeader title={props.title} backLabel={t('header.back')} onBack={useGoBack('/menu')} />
      <div className={styles.column}>
        {props.intro !== undefined && <p className={styles.intro}>{props.intro}</p>}
        {props.children}
      </div>
    </div>
  )
}
