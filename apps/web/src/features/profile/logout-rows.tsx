import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '#features/account-model/accounts.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'

type Question = 'logout' | 'logoutAll'

/** Log out everywhere, or here; each asks first. */
export function LogoutRows() {
  const { t } = useTranslation()
  const [question, setQuestion] = useState<Question | null>(null)
  const logout = useServerCall({
    send: (everywhere: boolean) => session.logout(everywhere),
    onFailure: () => {
      setQuestion(null)
      return t('errors.generic')
    },
  })

  const ask = (of: Question) => (
    <ConfirmDialog
      open={question === of}
      title={t(`menu.${of}Dialog.title`)}
      text={t(`menu.${of}Dialog.text`)}
      cancelLabel={t('dialog.cancel')}
      confirmLabel={t(`menu.${of}Dialog.confirm`)}
      danger={of === 'logoutAll'}
      loading={logout.isSending}
      onCancel={() => setQuestion(null)}
      onConfirm={() => logout.send(of === 'logoutAll')}
    />
  )

  return (
    <>
      <ListRow icon="leaveAll" danger onClick={() => setQuestion('logoutAll')}>
        {t('menu.logoutAll')}
      </ListRow>
      <ListRow icon="leave" onClick={() => setQuestion('logout')}>
        {t('menu.logout')}
      </ListRow>
      {ask('logoutAll')}
      {ask('logout')}
    </>
  )
}
