import { useEffect, useRef, useState } from 'react'
import styles from './long-hold-key.module.css'

/** Long enough that nobody does it by accident. */
const LONG_HOLD_MS = 2_000

/**
 * A button that acts when it is held for two seconds. Keyboards and screen readers, which click without a pointer, get a
 * confirmation instead.
 */
export function LongHoldKey(props: {
  children: string
  loading: boolean
  onHeld: () => void
  onAsk: () => void
  onShort: () => void
}) {
  const [isHolding, setHolding] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => {
    clearTimeout(timer.current)
    setHolding(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const letGo = () => {
    if (isHolding) props.onShort()
    cancel()
  }
  return (
    <button
      type="button"
      className={styles.key}
      data-holding={isHolding}
      aria-busy={props.loading}
      aria-disabled={props.loading || undefined}
      onPointerDown={({ button, isPrimary }) => {
        if (button !== 0 || !isPrimary || props.loading) return
        cancel()
        setHolding(true)
        timer.current = setTimeout(() => {
          setHolding(false)
          props.onHeld()
        }, LONG_HOLD_MS)
      }}
      onPointerUp={letGo}
      onPointerLeave={cancel}
      onPointerCancel={cancel}
      onBlur={cancel}
      onContextMenu={(event) => event.preventDefault()}
      onClick={({ detail }) => {
        if (detail === 0 && !props.loading) props.onAsk()
      }}
    >
      <span>{props.children}</span>
      <span className={styles.filling} aria-hidden="true">
        <span>{props.children}</span>
      </span>
    </button>
  )
}
