import { Link, useLocation } from 'react-router'
import styles from './tabs.module.css'

/** The parts of a screen as links; the open one is underlined. `over` is the path of a page that is shown in the place of one. */
export function Tabs(props: {
  label: string
  tabs: readonly { to: string; label: string; over?: string }[]
}) {
  const { pathname } = useLocation()
  return (
    <nav className={styles.tabs} aria-label={props.label}>
      {props.tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={styles.tab}
          aria-current={pathname === tab.to || pathname === tab.over ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
