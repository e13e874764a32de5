import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import styles from './dialog.module.css'

/**
 * A modal dialog: at the bottom on a phone, in the middle on a large screen. Clicks outside do nothing; Escape does the same as
 * the Cancel button. The focus stays inside and returns to where it was. When it opens over a sheet, it dims the sheet too.
 */
export function Dialog(props: {
  open: boolean
  /** The dialog itself gets the focus and none of its keys, because it opened while the person did something else. */
  isCalm?: boolean
  title: string
  text?: ReactNode
  children?: ReactNode
  /** The buttons; Cancel comes first. */
  actions: ReactNode
  onCancel: () => void
}) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={props.open}
      disablePointerDismissal
      onOpenChange={(open) => {
        if (!open) props.onCancel()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} forceRender />
        <Base.Viewport className={styles.place}>
          <Base.Popup
            ref={popup}
            className={styles.dialog}
            {...(props.isCalm ? { initialFocus: popup } : {})}
          >
            <Base.Title className={styles.title}>{props.title}</Base.Title>
            {props.text !== undefined && (
              <Base.Description className={styles.text}>{props.text}</Base.Description>
            )}
            {props.children}
            <div className={styles.actions}>{props.actions}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** A dialog with the two buttons of a confirmation; `danger` makes the second one red. */
export function ConfirmDialog(props: {
  open: boolean
  title: string
  text?: ReactNode
  children?: ReactNode
  cancelLabel: string
  confirmLabel: string
  danger?: boolean
  /** The confirmation sends a command, which is not possible while commands are blocked. */
  isCommand?: boolean
  loading?: boolean
  onCancel: () => void
  onConfirm: () => void
}) {
  return (
    <Dialog
      open={props.open}
      title={props.title}
      text={props.text}
      onCancel={props.onCancel}
      actions={
        <>
          <Button variant="quiet" onClick={props.onCancel}>
            {props.cancelLabel}
          </Button>
          <Button
            variant={props.danger ? 'danger' : 'primary'}
            loading={props.loading ?? false}
            isCommand={props.isCommand ?? false}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  )
}
