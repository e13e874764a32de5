import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './TabList.module.css'

/**
 * The parts of a thing on one page: tabs of which one is open, walked with the arrow keys, Home and End. Only the
 * panel of the open one is there. `between` stands between them and the panel.
 */
export function TabList<Value extends string>(props: {
  label: string
  value: Value
  tabs: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  className?: string | undefined
  between?: ReactNode
  panelClassName?: string | undefined
  children: ReactNode
}) {
  return (
    <Tabs.Root
      className={props.className}
      value={props.value}
      onValueChange={(value: Value) => props.onChange(value)}
    >
      <Tabs.List className={styles.list} aria-label={props.label} activateOnFocus>
        {props.tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} className={styles.tab ?? ''}>
            {tab.label}
          </Tabs.Tab>
        ))}
        <Tabs.Indicator className={styles.mark} />
      </Tabs.List>
      {props.between}
      <Tabs.Panel key={props.value} value={props.value} className={props.panelClassName}>
        {props.children}
      </Tabs.Panel>
    </Tabs.Root>
  )
}
