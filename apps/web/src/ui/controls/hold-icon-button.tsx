import { Icon } from '../layout/icon.tsx'
import type { IconName } from '../layout/icon-paths.ts'
import styles from './hold-icon-button.module.css'
import { useHold } from './use-hold.ts'

/**
 * A key that acts only when held for a second, the hold drawn around it. From a keyboard or a screen reader it
 * calls `onAsk` instead: the caller then shows a button to confirm with. A tap too short calls `onShort`.
 */
export function HoldIconButton(props: {
  icon: IconName
  label: string
  pressed?: boolean
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
      data-holding={isHolding}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      aria-disabled={props.disabled || undefined}
    >
      <svg className={styles.ring} viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="20.5" pathLength="1" />
      </svg>
      <Icon name={props.icon} size={22} />
    </button>
  )
}
