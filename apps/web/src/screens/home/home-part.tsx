import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { type Listed, unreadableEntries } from '#core/unreadable-entries.ts'
import { Button } from '#ui/controls/button.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './home-part.module.css'
import { HomeTabs } from './home-tabs.tsx'

/** The layout of a page with tabs other than the home. */
export function HomePart(props: {
  title: string
  intro?: string
  /** How wide it may be: the whole page, or no wider than a list is read. */
  width?: 'page' | 'list'
  /** What stands at the end of the title's line. */
  tools?: ReactNode
  /** The list that the page shows. It says how many of its entries need a newer version of the page. */
  listed?: Listed
  children: ReactNode
}) {
  const { title, intro, width = 'page', children } = props
  usePageTitle(title)
  return (
    <div className={styles.part}>
      <HomeTabs />
      <div className={styles.body} data-width={width} data-scale="page">
        <div className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          {props.tools}
        </div>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {props.listed !== undefined && <Unreadable listed={props.listed} />}
        {children}
      </div>
    </div>
  )
}

function Unreadable({ listed }: { listed: Listed }) {
  const { t } = useTranslation()
  const count = useStore(unreadableEntries, (counts) => counts[listed])
  if (count === 0) return null
  return (
    <p>
      <Button variant="quiet" icon="alert" onClick={() => location.reload()}>
        {t('home.notice.unreadableEntries', { count })}
      </Button>
    </p>
  )
}
