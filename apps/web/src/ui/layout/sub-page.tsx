import type { ReactNode } from 'react'
import { SubHeader } from './page-header.tsx'
import styles from './sub-page.module.css'

/** A page below another one: a back link, the title and one column. `wide` if it has more than one column. */
export function SubPage(props: {
  title: string
  backLabel: string
  onBack: () => void
  intro?: string | undefined
  wide?: boolean
  /** At most two actions, shown beside the title. */
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
