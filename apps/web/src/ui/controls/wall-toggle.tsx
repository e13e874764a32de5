import { useCommandKey } from './command-block.ts'
import styles from './wall-key.module.css'

/**
 * A toggle on a wall with two lines of text: what it switches and its current state. When it is on, it is filled with light
 * (`lit`) or with the ink color (`on`).
 */
export function WallToggle(props: {
  name: string
  words: string
  pressed: boolean
  tone: 'on' | 'lit'
  disabled?: boolean
  onClick: () => void
}) {
  const { pressed } = props
  const { isIdle, attributes } = useCommandKey({ disabled: props.disabled })
  return (
    <button
      {...attributes}
      type="button"
      className={styles.key}
      data-tone={pressed ? props.tone : undefined}
      aria-pressed={pressed}
      onClick={isIdle ? undefined : props.onClick}
    >
      <span className={styles.name}>{props.name}</span>
      <span className={styles.words}>{props.words}</span>
    </button>
  )
}
