import type { DeviceInfo } from '@senca/contract'
import type { PublicKeyList } from '@senca/contract/hardware'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { showMessage } from '#core/messages.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { RecordRow } from '#ui/layout/record-row.tsx'
import { endOf } from './key-text.ts'
import { keysApi } from './keys.ts'

/** A key with its last characters, the dates when it was added and last used, and a button to remove it. */
export function KeyRow(props: {
  device: DeviceInfo
  kept: PublicKeyList[number]
  onDeleted: () => Promise<unknown>
}) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { device, kept } = props
  const end = endOf(kept.publicKey)
  const moment = (at: string) => fullMoment(new Date(at), formatTag(currentLanguage()))
  const removal = useServerCall({
    send: () => keysApi.remove(device.id, kept.keyId),
    onDone: async () => {
      await props.onDeleted()
      setAsking(false)
      showMessage('success', t('keys.deleted'))
    },
    onFailure: (failure) => {
      setAsking(false)
      const isNeeded = failure instanceof ApiFailure && failure.error === 'device_update_failed'
      return isNeeded ? t('keys.needed') : undefined
    },
  })
  return (
    <RecordRow
      icon="key"
      name={t('keys.ending', { end })}
      actions={
        <Button
          variant="quiet"
          aria-label={`${t('keys.deleteTitle')}: ${end}`}
          onClick={() => setAsking(true)}
        >
          {t('keys.delete')}
        </Button>
      }
    >
      <Facts
        facts={[
          t('keys.added', { when: moment(kept.createdAt) }),
          kept.lastUsedAt === null ? t('keys.unused') : t('keys.used', { when: moment(kept.lastUsedAt) }),
        ]}
      />
      <ConfirmDialog
        danger
        open={isAsking}
        title={t('keys.deleteTitle')}
        text={t('keys.deleteText', { end })}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('keys.delete')}
        loading={removal.isSending}
        onCancel={() => setAsking(false)}
        onConfirm={removal.send}
      />
    </RecordRow>
  )
}
