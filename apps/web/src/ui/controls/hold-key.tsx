import { Icon } from '../layout/icon.tsx'
import type { IconName } from '../layout/icon-paths.ts'
import { useCommandKey } from './command-block.ts'
import { useHold } from './use-hold.ts'
import styles from './wall-key.module.css'

/**
 * A button on a wall: the icon of what it does, and the same in words. It acts only when it
 * is held for a second, while it fills up. A click by a keyboard or a screen reader calls `onAsk` instead; the caller then shows a
 * button to confirm. A hold that is too short calls `onShort`.
 */
export function HoldKey(props: {
  icon: IconName
  words: string
  /** The accessible name: the state and what the button does, in one sentence that contains its visible text. */
  label: string
  isLit?: boolean
  /** After a hold that was too short: the button begins to fill and empties. */
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
      <span className={styles.words}>{props.words}</span>
    </button>
  )
}
