import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'

/** Says that something is done. `onClose` continues to the next page. */
export function DoneDialog(props: { open: boolean; title: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={props.open}
      title={props.title}
      onCancel={props.onClose}
      actions={
        <Button variant="primary" onClick={props.onClose}>
          {t('dialog.close')}
        </Button>
      }
    />
  )
}
