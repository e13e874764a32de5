import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import styles from './sheet.module.css'

/**
 * A page that opens over another: the whole of a phone, a panel at the right of a desk. It is closed by a control
 * among its children, by Escape, or beside the panel. Focus goes to the sheet itself, whose name is then read first.
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
