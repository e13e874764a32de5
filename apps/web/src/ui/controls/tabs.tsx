import { NavLink } from 'react-router'
import styles from './tabs.module.css'

/** The parts of a screen as links; the open one is underlined. */
export function Tabs(props: { label: string; tabs: readonly { to: string; label: string }[] }) {
  return (
    <nav className={styles.tabs} aria-label={props.label}>
      {props.tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} className={styles.tab ?? ''} end>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  )
}
