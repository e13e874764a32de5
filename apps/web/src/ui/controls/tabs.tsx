import { Link, useLocation } from 'react-router'
import styles from './tabs.module.css'

/** The parts of the app as links; the open one is underlined. `over` has the paths of other pages that belong to one. */
export function Tabs(props: {
  label: string
  tabs: readonly { to: string; label: string; over?: readonly string[] }[]
}) {
  const { pathname } = useLocation()
  return (
    <nav className={styles.tabs} aria-label={props.label}>
      {props.tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={styles.tab}
          aria-current={pathname === tab.to || tab.over?.includes(pathname) ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
