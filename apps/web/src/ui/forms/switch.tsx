import styles from './switch.module.css'

/** A sliding pane of light. */
export function Switch(props: {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-label={props.label}
      aria-checked={props.checked}
      disabled={props.disabled ?? false}
      onClick={() => props.onChange(!props.checked)}
    >
      <span className={styles.pane} />
    </button>
  )
}
