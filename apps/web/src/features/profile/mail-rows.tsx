import type { Language } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { BY_CODE } from '#features/account-model/by-code.ts'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { currentLanguage } from '#i18n/language.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'

/** Sends the e-mail for adding a password after a confirmation. */
export function AddPasswordRow() {
  const { t } = useTranslation()
  const { isAsking, ask, dialog } = useMailDialog(emailedLinksApi.sendAddPassword)
  const email = useAccount((account) => account.email)
  return (
    <>
      <ListRow icon="keyPlus" onClick={ask}>
        {t('accountMenu.addPassword')}
      </ListRow>
      <ConfirmDialog
        {...dialog}
        open={isAsking}
        title={t('accountMenu.addPasswordDialog.title')}
        text={t('accountMenu.addPasswordDialog.text', { email })}
      >
        <ButtonLink variant="quiet" to="/addpassword" state={BY_CODE}>
          {t('mailedCode.use')}
        </ButtonLink>
      </ConfirmDialog>
    </>
  )
}

/** Sends the e-mail for deleting the account after a confirmation. */
export function DeleteAccountRow() {
  const { t } = useTranslation()
  const { isAsking, ask, dialog } = useMailDialog(emailedLinksApi.sendDelete)
  const email = useAccount((account) => account.email)
  return (
    <>
      <ListRow icon="trash" danger onClick={ask}>
        {t('accountMenu.deleteAccount')}
      </ListRow>
      <ConfirmDialog
        {...dialog}
        danger
        open={isAsking}
        title={t('accountMenu.deleteDialog.title')}
        text={t('accountMenu.deleteDialog.text', { email })}
      >
        <ButtonLink variant="quiet" to="/deleteaccount" state={BY_CODE}>
          {t('mailedCode.use')}
        </ButtonLink>
      </ConfirmDialog>
    </>
  )
}

function useMailDialog(send: (language: Language) => Promise<unknown>) {
  const { t } = useTranslation()
  const email = useAccount((account) => account.email)
  const locale = useAccount((account) => account.locale)
  const [isAsking, setAsking] = useState(false)
  const mail = useServerCall({
    send: () => send(locale ?? currentLanguage()),
    onDone: () => {
      showMessage('success', t('mailSent', { email }))
      setAsking(false)
    },
    onFailure: () => {
      setAsking(false)
      return t('errors.generic')
    },
  })

  return {
    isAsking,
    ask: () => setAsking(true),
    dialog: {
      cancelLabel: t('dialog.cancel'),
      confirmLabel: t('accountMenu.sendMail'),
      loading: mail.isSending,
      onCancel: () => setAsking(false),
      onConfirm: mail.send,
    },
  }
}
