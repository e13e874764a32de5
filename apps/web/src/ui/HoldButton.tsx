import { useEffect, useRef, useState } from 'react'
import styles from './HoldButton.module.css'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-paths.ts'

/** How long a finger must rest; the same as the token --d-hold, which draws it. */
export const HOLD_MS = 1_000

/**
 * A key that acts only when held for a second, the hold drawn around it. From a keyboard or a screen reader it
 * calls `onAsk` instead: the caller then shows a button to confirm with. A tap too short calls `onShort`.
 */
export function HoldButton(props: {
  icon: IconName
  label: string
  pressed?: boolean
  disabled?: boolean
  onHeld: () => void
  onAsk: () => void
  onShort?: () => void
}) {
  const [isHolding, setHolding] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const letGo = (): void => {
    clearTimeout(timer.current)
    setHolding(false)
  }
  const press = (): void => {
    if (props.disabled) return
    setHolding(true)
    timer.current = setTimeout(() => {
      setHolding(false)
      props.onHeld()
    }, HOLD_MS)
  }

  return (
    <button
      type="button"
      className={styles.key}
      data-holding={isHolding}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      aria-disabled={props.disabled || undefined}
      onPointerDown={(event) => event.button === 0 && press()}
      onPointerUp={() => {
        if (isHolding) props.onShort?.()
        letGo()
      }}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => {
        // Keys and screen readers click without a pointer.
        if (event.detail === 0 && !props.disabled) props.onAsk()
      }}
    >
      <svg className={styles.ring} viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="20.5" pathLength="1" />
      </svg>
      <Icon name={props.icon} size={22} />
    </button>
  )
}
