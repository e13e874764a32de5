import type { LockState } from '@senca/contract'
import type { ReactNode, Ref } from 'react'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { useHold } from '#ui/controls/use-hold.ts'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './lock-disc.module.css'

/**
 * The round key of a door: its icon and its words are what it does, since the state of the door is said beside it. It is filled with
 * light while the door is unlocked. A ring around it shows the remaining time, or a moving shadow while something is in progress.
 * With `isHeld` it acts only when it is held for a second.
 */
export function LockDisc(props: {
  ref?: Ref<HTMLButtonElement>
  state: LockState
  /** The reported state may be outdated. */
  isOld: boolean
  label: string
  /** What the key does; null while there is nothing to unlock. */
  action: string | null
  isHeld: boolean
  isWaiting: boolean
  disabled: boolean
  onUnlock: () => void
  onAsk: () => void
  onShort: () => void
  /** Further content around the button. */
  children?: ReactNode
}) {
  const { state } = props
  const { isIdle, attributes } = useCommandKey(props)
  const { isHolding, handlers } = useHold({ ...props, disabled: isIdle, onHeld: props.onUnlock })
  const press = props.isHeld ? handlers : { onClick: () => isIdle || props.onUnlock() }
  return (
    <button
      {...press}
      {...attributes}
      ref={props.ref}
      type="button"
      className={styles.main}
      data-lock={state}
      data-old={props.isOld}
      data-holding={isHolding}
      aria-label={props.label}
    >
      <span className={styles.disc}>
        <svg className={styles.rings} viewBox="0 0 112 112" aria-hidden="true">
          <circle className={styles.rim} cx="56" cy="56" r="55" />
          {props.isWaiting && <circle className={styles.waiting} cx="56" cy="56" r="54" pathLength="1" />}
          {props.isHeld && <circle className={styles.hold} cx="56" cy="56" r="54" pathLength="1" />}
          {props.children}
        </svg>
        <Icon name="unlock" size={36} />
      </span>
      <span className={styles.caption}>{props.action}</span>
    </button>
  )
}
