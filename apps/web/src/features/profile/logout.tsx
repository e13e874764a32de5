import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '#features/account-model/accounts.ts'
import { useStaleSince } from '#features/realtime/use-connection.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'

/**
 * Logs out this browser after a confirmation. Without a connection it removes the account and its home from this device, and the
 * session is ended at the next contact with the server.
 */
export function LogoutButton() {
  const { t } = useTranslation()
  const isAway = useStaleSince() !== null
  const { ask, dialog } = useLogout(false)
  if (isAway) {
    return (
      <>
        <Button icon="leave" onClick={ask}>
          {t('accountMenu.removeHere')}
        </Button>
        <ConfirmDialog
          {...dialog}
          title={t('accountMenu.removeHereAsk')}
          text={t('accountMenu.removeHereText')}
          confirmLabel={t('accountMenu.removeHere')}
          onConfirm={session.removeHere}
        />
      </>
    )
  }
  return (
    <>
      <Button icon="leave" onClick={ask}>
        {t('menu.logout')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('menu.logoutDialog.title')}
        text={t('menu.logoutDialog.text')}
        confirmLabel={t('menu.logoutDialog.confirm')}
      />
    </>
  )
}

/** Ends all sessions of the account after a confirmation. */
export function LogoutAllRow() {
  const { t } = useTranslation()
  const { ask, dialog } = useLogout(true)
  return (
    <>
      <ListRow icon="leaveAll" danger onClick={ask}>
        {t('menu.logoutAll')}
      </ListRow>
      <ConfirmDialog
        {...dialog}
        danger
        title={t('menu.logoutAllDialog.title')}
        text={t('menu.logoutAllDialog.text')}
        confirmLabel={t('menu.logoutAllDialog.confirm')}
      />
    </>
  )
}

function useLogout(everywhere: boolean) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const logout = useServerCall({
    send: () => session.logout(everywhere),
    onFailure: () => {
      setAsking(false)
      return t('errors.generic')
    },
  })
  return {
    ask: () => setAsking(true),
    dialog: {
      open: isAsking,
      cancelLabel: t('dialog.cancel'),
      loading: logout.isSending,
      onCancel: () => setAsking(false),
      onConfirm: logout.send,
    },
  }
}
