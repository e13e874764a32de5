import { STORE_NAMES } from '@senca/contract/billing'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/api/query-client.ts'
import { pageConfig } from '#core/browser.ts'
import { session, useAccount } from '#features/account-model/accounts.ts'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { CheckList } from '#ui/forms/check-list.tsx'
import styles from './links.module.css'

const isBillingOn = pageConfig.isBillingOn === true

/** Says what is deleted with the account, and deletes it after a further confirmation. */
export function DeleteAccount(props: { token: string; state: string; onDeleted: () => void }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)

  const email = useAccount((account) => account.email)
  const [isDevicesFirst, setDevicesFirst] = useState(false)

  /** Failures are ignored: devices that cannot be deleted here are deleted with the account. */
  const deleteDevices = async () => {
    const tokens = await emailedLinksApi.listDevices().catch(() => [])
    for (const token of tokens) {
      await emailedLinksApi.deleteDevice(token).catch((failure: unknown) => console.warn(failure))
    }
  }

  const deletion = useServerCall({
    send: async () => {
      if (isDevicesFirst) {
        // Deleted devices cannot be restored, so an expired link must be detected before the first one is deleted.
        await emailedLinksApi.exchange('delete', props.token)
        await deleteDevices()
      }
      await emailedLinksApi.delete(props.token, props.state)
    },
    onDone: () => {
      void session.deleted()
      props.onDeleted()
    },
    onFailure: () => {
      setAsking(false)
      return t('errors.generic')
    },
  })
  const isBusy = deletion.isSending || deletion.isDone

  return (
    <>
      <div className={styles.words}>
        <p className={styles.strong}>{t('deleteAccount.permanent')}</p>
        <p>{t('deleteAccount.devices')}</p>
        <p>{t('deleteAccount.offline')}</p>
        {isBillingOn && <StoreSubscriptions token={props.token} />}
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
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('deleteAccount.submit')}
        danger
        loading={isBusy}
        onCancel={() => isBusy || setAsking(false)}
        onConfirm={() => deletion.send()}
      />
    </>
  )
}

/** Subscriptions that were bought in app stores must be canceled there. */
function StoreSubscriptions({ token }: { token: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(
    {
      queryKey: ['link', 'delete', token, 'stores'],
      queryFn: () => emailedLinksApi.storeSubscriptions(token),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  )
  if (data === undefined || data.length === 0) return null
  return (
    <p>
      <span>{`${t('deleteAccount.stores')} `}</span>
      {data.map(({ provider, manageUrl }) => (
        <a key={provider} href={manageUrl} target="_blank" rel="noreferrer">
          {STORE_NAMES[provider]}
        </a>
      ))}
    </p>
  )
}
