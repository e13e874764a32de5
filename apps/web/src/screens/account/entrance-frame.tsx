import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Logo } from '#ui/layout/logo.tsx'
import { SubHeader } from '#ui/layout/page-header.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './entrance.module.css'
import frame from './entrance-frame.module.css'
import { EntranceWall } from './entrance-wall.tsx'

/**
 * The layout of a form of the entrance: the form with its title beside the wall. With `onBack` there is a back button, otherwise
 * the logo.
 */
export function EntranceFrame(props: {
  title: string
  intro?: string
  logo?: boolean
  onBack?: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  usePageTitle(props.title)
  return (
    <div className={styles.entrance}>
      <EntranceWall />
      <div className={styles.side}>
        {props.onBack !== undefined && (
          <div className={styles.sub}>
            <SubHeader title={props.title} backLabel={t('header.back')} onBack={props.onBack} />
          </div>
        )}
        {props.logo === true && (
          <div className={frame.mark}>
            <Logo size={44} />
          </div>
        )}
        {props.onBack === undefined && <h1 className={styles.title}>{props.title}</h1>}
        {props.intro !== undefined && <p className={frame.intro}>{props.intro}</p>}
        {props.children}
      </div>
    </div>
  )
}
