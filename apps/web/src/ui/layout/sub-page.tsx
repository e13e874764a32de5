import { type ReactNode, useContext } from 'react'
import { PageArt } from './page-art.ts'
import { SubHeader } from './page-header.tsx'
import styles from './sub-page.module.css'
import { useMedia } from './use-media.ts'

/** From which width a wall with the title has room beside one column, and beside several. */
const COLUMN_BESIDE = matchMedia('(min-width: 1100px)')
const PAGE_BESIDE = matchMedia('(min-width: 1600px)')

/** A page below another one: a back link, the title and its content. */
export function SubPage(props: {
  title: string
  backLabel: string
  onBack: () => void
  intro?: string | undefined
  wide?: boolean
  /** At most two actions: beside the title, or above the content if the title is on the wall. */
  action?: ReactNode
  children: ReactNode
}) {
  const { title, backLabel, onBack, ...frame } = props
  return (
    <PageFrame
      {...frame}
      head={(action) => <SubHeader title={title} backLabel={backLabel} onBack={onBack} action={action} />}
    />
  )
}

/**
 * The layout of every page but the home, a device and the entrance: what begins at the left begins where the logo does. If there is
 * room, the title is on a wall, and the content beside it on a panel that ends where the page does. `wide` if the content has more
 * than one column.
 */
export function PageFrame(props: {
  head: (action: ReactNode) => ReactNode
  intro?: string | undefined
  wide?: boolean
  action?: ReactNode
  children: ReactNode
}) {
  const { wide = false, action } = props
  const art = useContext(PageArt)
  const hasWall = useMedia(wide ? PAGE_BESIDE : COLUMN_BESIDE)
  return (
    <div className={styles.page} data-wide={wide} data-wall={hasWall}>
      <div className={styles.lead} data-scale="">
        {hasWall && art}
        {props.head(hasWall ? null : action)}
        {props.intro !== undefined && (
          <p className={styles.intro}>
            <span>{props.intro}</span>
          </p>
        )}
      </div>
      <div className={styles.body} data-scale="">
        {hasWall && action !== undefined && <div className={styles.action}>{action}</div>}
        {props.children}
      </div>
    </div>
  )
}
