import { useTranslation } from 'react-i18next'
import { FieldValues } from '#features/mqtt-access/copy-value.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'

/** Shows a new token, which is shown only once. */
export function TokenDialog(props: { name: string; token: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      title={props.name}
      text={t('apps.once')}
      onCancel={props.onClose}
      actions={
        <Button variant="primary" onClick={props.onClose}>
          {t('mqtt.kept')}
        </Button>
      }
    >
      <FieldValues fields={[{ label: t('apps.token'), value: props.token }]} />
    </Dialog>
  )
}
