import { LIMITS } from '@senca/contract'
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { coversPressed } from './pressed-part.ts'
import styles from './snackbar.module.css'

/**
 * A bar at the bottom of the page that closes after six seconds; at the top where it would lie over what was pressed. It stays while the pointer or the focus is on it, and with an
 * action that is not passing until it is closed. Errors interrupt a screen reader, success messages do not. Every new message
 * needs a new `key`.
 */
export function Snackbar(props: {
  tone: 'error' | 'success'
  message: string
  closeLabel: string
  action?: { label: string; run: () => void; shortcut?: string; isPassing?: boolean } | null
  onClose: () => void
}) {
  const bar = useRef<HTMLDivElement>(null)
  const [isAtTop, setAtTop] = useState(false)
  useLayoutEffect(() => setAtTop(bar.current !== null && coversPressed(bar.current)), [])
  const [isHeld, setHeld] = useState(false)
  // Screen readers announce a status whose text changes, and not one that comes with its text.
  const [isThere, setThere] = useState(props.tone === 'error')
  useEffect(() => setThere(true), [])
  const { action = null } = props
  const stays = isHeld || (action !== null && action.isPassing !== true)
  const left = useRef<number>(LIMITS.MESSAGE_HIDE_MS)
  const close = useRef(props.onClose)
  close.current = props.onClose

  useEffect(() => {
    if (stays) return
    const since = performance.now()
    const timer = setTimeout(() => close.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [stays])

  const stay: CSSProperties & Record<`--${string}`, string> = { '--stay': `${LIMITS.MESSAGE_HIDE_MS}ms` }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while someone reads it
    <div
      ref={bar}
      className={styles.bar}
      data-top={isAtTop}
      data-tone={props.tone}
      data-held={stays}
      style={stay}
      role={props.tone === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.words}>
        {isThere && <span>{props.message}</span>}
        {isThere && action !== null && <VisuallyHidden>{` ${action.label}`}</VisuallyHidden>}
      </span>
      {action !== null && (
        <button
          type="button"
          className={styles.action}
          aria-keyshortcuts={action.shortcut}
          onClick={action.run}
        >
          {action.label}
        </button>
      )}
      <IconButton icon="close" label={props.closeLabel} onClick={props.onClose} />
    </div>
  )
}
