import { Icon } from '../layout/icon.tsx'
import type { IconName } from '../layout/icon-paths.ts'
import { useCommandKey } from './command-block.ts'
import { useHold } from './use-hold.ts'
import styles from './wall-key.module.css'

/**
 * A button on a wall: the icon of what it does, the state in words, and below it what to do with the button. It acts only when it
 * is held for a second, while it fills up. A click by a keyboard or a screen reader calls `onAsk` instead; the caller then shows a
 * button to confirm. A hold that is too short calls `onShort`.
 */
export function HoldKey(props: {
  icon: IconName
  words: string
  hint: string | null
  /** The accessible name: both lines in one sentence that contains the visible text of the button. */
  label: string
  isLit?: boolean
  /** After a hold that was too short: the hint stands out, and the button begins to fill and empties. */
  isHinting?: boolean
  disabled?: boolean
  onHeld: () => void
  onAsk: () => void
  onShort?: () => void
}) {
  const { isIdle, attributes } = useCommandKey({ disabled: props.disabled })
  const { isHolding, handlers } = useHold({ ...props, disabled: isIdle })
  return (
    <button
      {...handlers}
      {...attributes}
      type="button"
      className={styles.key}
      data-main="true"
      data-tone={props.isLit ? 'lit' : undefined}
      data-holding={isHolding}
      data-hinting={props.isHinting === true && !isHolding}
      aria-label={props.label}
    >
      <Icon name={props.icon} size={22} />
      <span className={styles.lines}>
        <span className={styles.words}>{props.words}</span>
        {props.hint !== null && <span className={styles.name}>{props.hint}</span>}
      </span>
    </button>
  )
}
