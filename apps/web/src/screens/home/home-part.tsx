import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { type Listed, unreadableEntries } from '#core/unreadable-entries.ts'
import { Button } from '#ui/controls/button.tsx'
import { PageFrame } from '#ui/layout/sub-page.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './home-part.module.css'
import { HomeTabs } from './home-tabs.tsx'

/** The layout of a page with tabs other than the home. */
export function HomePart(props: {
  title: string
  intro?: string
  /** What is beside the title, or above the content if the title is on the wall. */
  tools?: ReactNode
  /** The list that the page shows. It says how many of its entries need a newer version of the page. */
  listed?: Listed
  children: ReactNode
}) {
  const { title, listed } = props
  usePageTitle(title)
  return (
    <>
      <HomeTabs />
      <PageFrame
        wide
        intro={props.intro}
        action={props.tools}
        head={(tools) => (
          <div className={styles.head} data-page-title="">
            <h1 className={styles.title}>{title}</h1>
            {tools}
          </div>
        )}
      >
        {listed !== undefined && <Unreadable listed={listed} />}
        {props.children}
      </PageFrame>
    </>
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
