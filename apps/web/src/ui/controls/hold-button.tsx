import type { Ref } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import styles from './hold-button.module.css'
import { useHold } from './use-hold.ts'

/** The wide key of a screen, acting only when it is held for a second, which fills it; otherwise as `HoldKey`. */
export function HoldButton(props: {
  ref?: Ref<HTMLButtonElement>
  children: string
  variant?: 'primary' | 'secondary'
  disabled?: boolean
  loading?: boolean
  onHeld: () => void
  onAsk: () => void
  onShort: () => void
}) {
  const isIdle = props.disabled || props.loading
  const { isHolding, handlers } = useHold({ ...props, disabled: isIdle })
  return (
    <button
      {...handlers}
      ref={props.ref}
      type="button"
      className={styles.key}
      data-variant={props.variant ?? 'primary'}
      data-holding={isHolding}
      aria-busy={props.loading}
      aria-disabled={isIdle || undefined}
    >
      {props.loading && <Spinner size="small" />}
      <span>{props.children}</span>
      {/* The words once more, in the ink of the filling: it uncovers them with itself. */}
      <span className={styles.filling} aria-hidden="true">
        <span>{props.children}</span>
      </span>
    </button>
  )
}
