import type { LockState } from '@senca/contract'
import type { ReactNode, Ref } from 'react'
import { useHold } from '#ui/controls/use-hold.ts'
import { Icon } from '#ui/layout/icon.tsx'
import type { IconName } from '#ui/layout/icon-paths.ts'
import styles from './lock-disc.module.css'

const SIGN = {
  locked: 'lock',
  locking: 'lock',
  unlocked: 'unlock',
  unlocking: 'unlock',
  jammed: 'alert',
  unknown: 'keyhole',
} as const satisfies Record<LockState, IconName>

/**
 * The round button of a lock, filled with light while the lock reports that it is unlocked. A ring around it shows the remaining
 * time, or a moving shadow while something is in progress. With `isHeld` it acts only when it is held for a second.
 */
export function LockDisc(props: {
  ref?: Ref<HTMLButtonElement>
  state: LockState
  /** The reported state may be outdated. */
  isOld: boolean
  label: string
  /** The action, as a visible text below the button. */
  caption?: string
  isHeld: boolean
  isWaiting: boolean
  disabled: boolean
  onUnlock: () => void
  onAsk: () => void
  onShort: () => void
  /** Further content around the button. */
  children?: ReactNode
}) {
  const { state, disabled } = props
  const { isHolding, handlers } = useHold({ ...props, onHeld: props.onUnlock })
  const press = props.isHeld ? handlers : { onClick: () => disabled || props.onUnlock() }
  return (
    <button
      {...press}
      ref={props.ref}
      type="button"
      className={styles.main}
      data-lock={state}
      data-old={props.isOld}
      data-holding={isHolding}
      aria-label={props.label}
      aria-disabled={disabled || undefined}
    >
      <span className={styles.disc}>
        <svg className={styles.rings} viewBox="0 0 112 112" aria-hidden="true">
          <circle className={styles.rim} cx="56" cy="56" r="55" />
          {props.isWaiting && <circle className={styles.waiting} cx="56" cy="56" r="54" pathLength="1" />}
          {props.isHeld && <circle className={styles.hold} cx="56" cy="56" r="54" pathLength="1" />}
          {props.children}
        </svg>
        <Icon name={SIGN[state]} size={36} />
      </span>
      {props.caption !== undefined && <span className={styles.caption}>{props.caption}</span>}
    </button>
  )
}
