import type { Bridge, BridgeKind } from '@senca/contract/bridges'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { bridgesApi } from './bridges.ts'

const DELETE_TEXTS = {
  script: 'apps.deleteText',
  agent: 'apps.deleteText',
  matter: 'apps.matter.deleteText',
  'home-assistant': 'apps.home.deleteText',
} as const satisfies Record<BridgeKind, string>

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
      text={t(DELETE_TEXTS[kind])}
      cancelLabel={t('dialog.cancel')}
      confirmLabel={t('apps.delete')}
      danger
      loading={remove.isSending}
      onCancel={onClose}
      onConfirm={() => remove.send()}
    />
  )
}
