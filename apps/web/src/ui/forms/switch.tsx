import { useCommandKey } from '../controls/command-block.ts'
import styles from './switch.module.css'

/** A switch. If only a part of what it switches is on, the thumb is in the middle; `description` then says so. */
export function Switch(props: {
  label: string
  checked: boolean
  isPartly?: boolean | undefined
  description?: string | undefined
  disabled?: boolean
  /** It sends a command, which is not possible while commands are blocked. */
  isCommand?: boolean
  onChange: (checked: boolean) => void
}) {
  const { isBlocked, attributes } = useCommandKey({ isCommand: props.isCommand ?? false })
  return (
    <button
      {...attributes}
      type="button"
      role="switch"
      className={styles.switch}
      aria-label={props.label}
      aria-checked={props.checked}
      aria-description={props.isPartly ? props.description : undefined}
      data-partly={props.isPartly}
      disabled={props.disabled ?? false}
      onClick={isBlocked ? undefined : () => props.onChange(!props.checked)}
    >
      <span className={styles.pane} />
    </button>
  )
}
