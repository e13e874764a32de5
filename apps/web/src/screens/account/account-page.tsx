import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import styles from './account-page.module.css'

/** The layout of a page of the account menu. */
export function AccountPage(props: { title: string; intro?: string; children: ReactNode }) {
  const { t } = useTranslation()
  usePageTitle(props.title)
  return (
    <SubPage {...props} backLabel={t('header.back')} onBack={useGoBack('/menu')}>
      <div className={styles.content}>{props.children}</div>
    </SubPage>
  )
}
