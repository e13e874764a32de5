import type { ReactNode } from 'react'
import { usePageTitle } from '../use-page-title.ts'
import styles from './home-part.module.css'
import { HomeTabs } from './home-tabs.tsx'

/** The layout of a page with tabs other than the home. */
export function HomePart(props: {
  title: string
  intro?: string
  /** The page has more than one column. */
  wide?: boolean
  children: ReactNode
}) {
  const { title, intro, wide = false, children } = props
  usePageTitle(title)
  return (
    <div className={styles.part}>
      <HomeTabs />
      <div className={styles.body} data-wide={wide}>
        <h1 className={styles.title}>{title}</h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </div>
    </div>
  )
}
