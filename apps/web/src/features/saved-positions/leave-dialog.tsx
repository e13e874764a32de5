import { useTranslation } from 'react-i18next'
import type { PlaceName } from '#features/device-model/device-paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './places.module.css'

/** Asks a person who leaves with an unsaved place: Cancel stays, Save saves and goes, and one may go without saving. */
export function LeaveDialog(props: {
  open: boolean
  name: PlaceName
  /** What would be saved, in figures; null while that is not known, and waited for. */
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
          {t(`savedPlace.${props.name}.ask`)}
          {props.figure !== null && <strong> {props.figure}</strong>}
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
