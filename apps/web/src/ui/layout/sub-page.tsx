import type { ReactNode } from 'react'
import { SubHeader } from './page-header.tsx'
import styles from './sub-page.module.css'

/** A page behind another: back to it, its title, and one column; `wide` when it fills the page with more than one. */
export function SubPage(props: {
  title: string
  backLabel: string
  onBack: () => void
  intro?: string
  wide?: boolean
  /** At most two, beside the title. */
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <SubHeader
        title={props.title}
        backLabel={props.backLabel}
        onBack={props.onBack}
        action={props.action}
      />
      <div className={styles.body}>
        <div className={styles.column} data-wide={props.wide ?? false}>
          {props.intro !== undefined && <p className={styles.intro}>{props.intro}</p>}
          {props.children}
        </div>
      </div>
    </>
  )
}
