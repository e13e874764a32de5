import { type ReactNode, useContext } from 'react'
import { PageArt } from './page-art.ts'
import { SubHeader } from './page-header.tsx'
import styles from './sub-page.module.css'

/**
 * A page below another one: a back link, the title and one column. On a wide screen the title stands on a wall beside the column,
 * as the room of a device stands beside its controls. `wide` if the page has more than one column, which needs the whole width.
 */
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
  const art = useContext(PageArt)
  const isSingle = props.wide !== true
  return (
    <div className={isSingle ? `${styles.page} ${styles.single}` : styles.page}>
      <div className={styles.lead} data-scale={isSingle ? 'column' : 'page'}>
        {isSingle && art}
        <SubHeader
          title={props.title}
          backLabel={props.backLabel}
          onBack={props.onBack}
          action={props.action}
        />
        {props.intro !== undefined && (
          <p className={styles.intro}>
            <span>{props.intro}</span>
          </p>
        )}
      </div>
      <div className={styles.body} data-scale={isSingle ? 'column' : 'page'}>
        {props.children}
      </div>
    </div>
  )
}
