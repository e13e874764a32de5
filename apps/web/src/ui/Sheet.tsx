import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import styles from './Sheet.module.css'

/**
 * A page that opens over another: the whole of a phone, a panel at the right of a desk. It is closed by a control
 * among its children, by Escape, or beside the panel.
 */
export function Sheet(props: { open: boolean; label: string; children: ReactNode; onClose: () => void }) {
  return (
    <Base.Root
      open={props.open}
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup className={styles.sheet} aria-label={props.label}>
          {props.children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
