import { useTranslation } from 'react-i18next'
import { useAccount } from '#features/account-model/accounts.ts'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { HelpList } from './help-list.tsx'
import { LogoutRows } from './logout-rows.tsx'
import { AddPasswordRow, DeleteAccountRow } from './mail-rows.tsx'

/** The account menu of somebody who is signed in. */
export function AccountLists() {
  const { t } = useTranslation()
  const isPasswordSet = useAccount((account) => account.isPasswordSet)
  return (
    <>
      <HelpList />
      <List>
        <ListRow icon="link" to="/links">
          {t('accountMenu.links')}
        </ListRow>
        <ListRow icon="people" to="/access">
          {t('accountMenu.access')}
        </ListRow>
      </List>
      <List>
        <ListRow icon="key" to="/changepassword">
          {t('accountMenu.changePassword')}
        </ListRow>
        {!isPasswordSet && <AddPasswordRow />}
        <ListRow icon="shield" to="/security">
          {t('twoStep.title')}
        </ListRow>
        <ListRow icon="screens" to="/sessions">
          {t('sessions.title')}
        </ListRow>
        <ListRow icon="history" to="/securityevents">
          {t('events.title')}
        </ListRow>
      </List>
      <List>
        <DeleteAccountRow />
        <LogoutRows />
      </List>
    </>
  )
}
