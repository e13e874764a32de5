import { useTranslation } from 'react-i18next'
import type { PlaceName } from '#features/device-model/device-paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './places.module.css'

/**
 * Asks a person who leaves with an unsaved position: Cancel stays, Save saves and leaves, and a third button leaves without
 * saving.
 */
export function LeaveDialog(props: {
  open: boolean
  name: PlaceName
  /** The position that would be saved, as text; null while it is not known yet. */
  figure: string | null
  isBusy: boolean
  error: string | null
  onStay: () => void
  onLeave: () => void
  onSave: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={props.open}
      title={t('savedPlace.confirmation')}
      text={
        <>
          <span>{t(`savedPlace.${props.name}.ask`)}</span>
          {props.figure !== null && <strong>{` ${props.figure}`}</strong>}
        </>
      }
      onCancel={props.onStay}
      actions={
        <>
          <span className={styles.out}>
            <Button variant="quiet" onClick={props.onLeave}>
              {t('savedPlace.leave')}
            </Button>
          </span>
          <span className={styles.pair}>
            <Button variant="quiet" onClick={props.onStay}>
              {t('dialog.cancel')}
            </Button>
            <Button variant="primary" loading={props.isBusy || props.figure === null} onClick={props.onSave}>
              {t('savedPlace.save')}
            </Button>
          </span>
        </>
      }
    >
      {props.error !== null && (
        <p className={styles.error} role="alert">
          {props.error}
        </p>
      )}
    </Dialog>
  )
}
