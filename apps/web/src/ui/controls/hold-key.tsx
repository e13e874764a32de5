import { useHold } from './use-hold.ts'
import styles from './wall-key.module.css'

/**
 * A key with two lines of words on a wall, what it is about and what it does, that acts only when it is held for a
 * second, which fills it. From a keyboard or a screen reader it calls `onAsk` instead: the caller then shows a button to
 * confirm with. A tap too short calls `onShort`.
 */
export function HoldKey(props: {
  name: string
  words: string
  /** Both lines in one sentence, with the words of the key in it as they are seen. */
  label: string
  isLit?: boolean
  disabled?: boolean
  onHeld: () => void
  onAsk: () => void
  onShort?: () => void
}) {
  const { isHolding, handlers } = useHold(props)
  return (
    <button
      {...handlers}
      type="button"
      className={styles.key}
      data-main="true"
      data-tone={props.isLit ? 'lit' : undefined}
      data-holding={isHolding}
      aria-label={props.label}
      aria-disabled={props.disabled || undefined}
    >
      <span className={styles.name}>{props.name}</span>
      <span className={styles.words}>{props.words}</span>
    </button>
  )
}
