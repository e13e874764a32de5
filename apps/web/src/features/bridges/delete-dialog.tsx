import type { Bridge } from '@senca/contract/bridges'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { bridgesApi } from './bridges.ts'

/** Asks before a connected app is deleted. */
export function DeleteDialog({
  bridge: { id, kind, name },
  onClose,
}: {
  bridge: Bridge
  onClose: () => void
}) {
  const { t } = useTranslation()
  const remove = useServerCall({
    send: () => bridgesApi.remove(id),
    onDone() {
      showMessage('success', t('apps.deleted', { name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('apps.deleteTitle', { name })}
      text={t(kind === 'script' ? 'apps.deleteText' : 'apps.home.deleteText')}
      cancelLabel={t('dialog.cancel')}
      confirmLabel={t('apps.delete')}
      danger
      loading={remove.isSending}
      onCancel={onClose}
      onConfirm={() => remove.send()}
    />
  )
}
