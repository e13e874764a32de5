import { type KeyboardEvent, useRef } from 'react'
import styles from './part-tabs.module.css'

export const tabId = (panelId: string, value: string): string => `${panelId}-${value}`

/** The index of the tab that a key selects among `count` tabs; null for any other key. */
function nextIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Tabs. The arrow keys, Home and End move between them and open the panel at once. */
export function PartTabs<Value extends string>(props: {
  label: string
  tabs: readonly { value: Value; label: string }[]
  value: Value
  panelId: string
  onChange: (value: Value) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent, index: number) => {
    const next = nextIndex(event.key, index, props.tabs.length)
    const tab = next === null ? undefined : props.tabs[next]
    if (tab === undefined) return
    event.preventDefault()
    props.onChange(tab.value)
    list.current?.querySelector<HTMLElement>(`#${tabId(props.panelId, tab.value)}`)?.focus()
  }
  return (
    <div ref={list} className={styles.list} role="tablist" aria-label={props.label}>
      {props.tabs.map((tab, index) => (
        <button
          key={tab.value}
          id={tabId(props.panelId, tab.value)}
          type="button"
          role="tab"
          className={styles.key}
          aria-selected={tab.value === props.value}
          aria-controls={props.panelId}
          tabIndex={tab.value === props.value ? 0 : -1}
          onClick={() => props.onChange(tab.value)}
          onKeyDown={(event) => walk(event, index)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
