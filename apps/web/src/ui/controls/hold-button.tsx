import type { Ref } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import { useCommandKey } from './command-block.ts'
import styles from './hold-button.module.css'
import { useHold } from './use-hold.ts'

/**
 * The wide button of a screen. It acts only when it is held, while it fills up; otherwise it behaves like `HoldKey`. With `heldMs`
 * the token --d-hold has to be set to the same time.
 */
export function HoldButton(props: {
  ref?: Ref<HTMLButtonElement>
  children: string
  /** The accessible name, where the text alone would not say what it is about. */
  label?: string
  variant?: 'primary' | 'secondary'
  disabled?: boolean
  loading?: boolean
  heldMs?: number
  onHeld: () => void
  onAsk: () => void
  onShort: () => void
}) {
  const { isIdle, attributes } = useCommandKey({ disabled: props.disabled || props.loading })
  const { isHolding, handlers } = useHold({ ...props, disabled: isIdle })
  return (
    <button
      {...handlers}
      {...attributes}
      ref={props.ref}
      type="button"
      className={styles.key}
      data-variant={props.variant ?? 'primary'}
      data-holding={isHolding}
      aria-label={props.label}
      aria-busy={props.loading}
    >
      {props.loading && <Spinner size="small" />}
      <span>{props.children}</span>
      {/* The text a second time, in the color for the filling. The filling reveals it as it grows. */}
      <span className={styles.filling} aria-hidden="true">
        <span>{props.children}</span>
      </span>
    </button>
  )
}
