import type { ReactNode, Ref } from 'react'
import { IconButton, IconLink } from '../controls/icon-button.tsx'
import { AppLink } from './app-link.tsx'
import { Logo } from './logo.tsx'
import styles from './page-header.module.css'

/** The header of every page: the logo, and the link to the menu or what replaces it. */
export function PageHeader(props: { homeTo: string; homeLabel: string; menu: ReactNode }) {
  return (
    <header className={styles.top} data-page-header="">
      <AppLink className={styles.logo} to={props.homeTo} aria-label={props.homeLabel}>
        <Logo />
        <span aria-hidden="true">Senca</span>
      </AppLink>
      {props.menu}
    </header>
  )
}

export function MenuLink({ to, label }: { to: string; label: string }) {
  return <IconLink icon="menu" to={to} label={label} />
}

/** The second header line of a sub-page: a back link, the title and at most two actions. */
export function SubHeader(props: {
  title: string
  titleRef?: Ref<HTMLHeadingElement>
  backLabel: string
  onBack: () => void
  action?: ReactNode
}) {
  return (
    <div className={styles.sub} data-page-title="">
      <IconButton icon="back" label={props.backLabel} onClick={props.onBack} />
      <h1 ref={props.titleRef} className={styles.title}>
        {props.title}
      </h1>
      {props.action}
    </div>
  )
}
