import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './leave-dialog.module.css'
import type { LeaveGuard } from './use-leave-guard.ts'

export interface LeaveWords {
  title: string
  text: ReactNode
  cancel: string
  save: string
  leave: string
}

/**
 * Asks a person who leaves with unsaved changes: Cancel stays, Save saves and leaves, and a third button leaves without saving.
 * `onSave` is null if the changes cannot be saved as they are.
 */
export function LeaveDialog(props: {
  guard: LeaveGuard
  words: LeaveWords
  isBusy: boolean
  error?: string | null
  onSave: (() => void) | null
}) {
  const { guard, words, error = null, onSave } = props
  return (
    <Dialog
      open={guard.isAsked}
      title={words.title}
      text={words.text}
      onCancel={guard.stay}
      actions={
        <>
          <span className={styles.out}>
            <Button variant="quiet" onClick={() => guard.leave()}>
              {words.leave}
            </Button>
          </span>
          <span className={styles.pair}>
            <Button variant={onSave === null ? 'primary' : 'quiet'} onClick={guard.stay}>
              {words.cancel}
            </Button>
            {onSave !== null && (
              <Button variant="primary" loading={props.isBusy} onClick={onSave}>
                {words.save}
              </Button>
            )}
          </span>
        </>
      }
    >
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </Dialog>
  )
}
