import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import styles from './sheet.module.css'

/**
 * A page that opens over another: full screen on a phone, a panel on the right of a large screen. It closes by a control among
 * its children, by Escape or by a click beside the panel. The focus goes to the sheet itself, so that screen readers read its
 * name first.
 */
export function Sheet(props: { open: boolean; label: string; children: ReactNode; onClose: () => void }) {
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={props.open}
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup ref={sheet} initialFocus={sheet} className={styles.sheet} aria-label={props.label}>
          {props.children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
