import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { CheckList } from '#ui/forms/check-list.tsx'
import { session, useAccount } from '../accounts.ts'
import styles from './links.module.css'
import { linksApi } from './links.ts'

/** What a deletion takes with it, and the deletion, which asks once more. */
export function DeleteAccount(props: { token: string; state: string; onDeleted: () => void }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)

  const email = useAccount((account) => account.email)
  const [isDevicesFirst, setDevicesFirst] = useState(false)

  /** What cannot be deleted goes with the account. */
  const deleteDevices = async () => {
    const tokens = await linksApi.listDevices().catch(() => [])
    for (const token of tokens) {
      await linksApi.deleteDevice(token).catch((failure: unknown) => console.warn(failure))
    }
  }

  const confirm = async () => {
    setSending(true)
    try {
      if (isDevicesFirst) {
        // Devices do not come back: a link that expired meanwhile must be refused before the first of them.
        await linksApi.exchange('delete', props.token)
        await deleteDevices()
      }
      await linksApi.delete(props.token, props.state)
      void session.deleted()
      props.onDeleted()
    } catch {
      showMessage('error', t('errors.generic'))
      setAsking(false)
      setSending(false)
    }
  }

  return (
    <>
      <div className={styles.words}>
        <p className={styles.strong}>{t('deleteAccount.permanent')}</p>
        <p>{t('deleteAccount.devices')}</p>
        <p>{t('deleteAccount.offline')}</p>
      </div>
      {email !== null && (
        <div className={styles.first}>
          <CheckList
            label={t('deleteAccount.submit')}
            chosen={isDevicesFirst ? ['devices'] : []}
            options={[{ value: 'devices', label: t('deleteAccount.devicesFirst', { email }) }]}
            onChange={(chosen) => setDevicesFirst(chosen.length > 0)}
          />
        </div>
      )}
      <Button variant="danger" wide icon="trash" onClick={() => setAsking(true)}>
        {t('deleteAccount.submit')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('deleteAccount.question')}
        cancelLabel={t('dialog.no')}
        confirmLabel={t('dialog.yes')}
        danger
        loading={isSending}
        onCancel={() => isSending || setAsking(false)}
        onConfirm={confirm}
      />
    </>
  )
}
