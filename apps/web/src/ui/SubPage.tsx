import type { ReactNode } from 'react'
import { SubHeader } from './PageHeader.tsx'
import styles from './SubPage.module.css'

/** A page behind another: back to it, its title, and one column; `wide` when it fills the page with more than one. */
export function SubPage(props: {
  title: string
  backLabel: string
  onBack: () => void
  intro?: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <>
      <SubHeader title={props.title} backLabel={props.backLabel} onBack={props.onBack} />
      <div className={styles.body}>
        <div className={styles.column} data-wide={props.wide ?? false}>
          {props.intro !== undefined && <p className={styles.intro}>{props.intro}</p>}
          {props.children}
        </div>
      </div>
    </>
  )
}
