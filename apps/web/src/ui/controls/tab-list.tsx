import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tab-list.module.css'

/** Contains the tabs of a page and the panel of the open tab. It has no layout box of its own. */
export function TabRoot<Value extends string>(props: {
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
}) {
  return (
    <Tabs.Root
      className={styles.root}
      value={props.value}
      onValueChange={(value: Value) => props.onChange(value)}
    >
      {props.children}
    </Tabs.Root>
  )
}

/** The tabs. The arrow keys, Home and End move between them and open the panel at once. */
export function TabList<Value extends string>(props: {
  label: string
  tabs: readonly { value: Value; label: string }[]
}) {
  return (
    <Tabs.List className={styles.list} aria-label={props.label} activateOnFocus>
      {props.tabs.map((tab) => (
        <Tabs.Tab key={tab.value} value={tab.value} className={styles.tab ?? ''}>
          {tab.label}
        </Tabs.Tab>
      ))}
      <Tabs.Indicator className={styles.mark} />
    </Tabs.List>
  )
}

/** The panel of the tab with the same `value`. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Panel key={value} value={value} className={styles.panel}>
      {children}
    </Tabs.Panel>
  )
}
