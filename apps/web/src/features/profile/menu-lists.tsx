import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { HelpList } from './help-list.tsx'
import { LogoutAllRow } from './logout.tsx'
import { AddPasswordRow, DeleteAccountRow } from './mail-rows.tsx'

/** The account menu of a signed-in person. */
export function AccountLists({ onWallView }: { onWallView: () => void }) {
  const { t } = useTranslation()
  const isPasswordSet = useAccount((account) => account.isPasswordSet)
  return (
    <>
      <HelpList />
      <List>
        <ListRow icon="plus" to="/claim">
          {t('home.addDevice')}
        </ListRow>
        <ListRow icon="rooms" to="/rooms">
          {t('home.room.bar')}
        </ListRow>
        <ListRow icon="screens" to="/groups">
          {t('home.groups')}
        </ListRow>
        <ListRow icon="globe" to="/homeplace">
          {t('accountMenu.place')}
        </ListRow>
        <ListRow icon="download" to="/upgrades">
          {t('accountMenu.upgrades')}
        </ListRow>
        <ListRow icon="screens" onClick={onWallView}>
          {t('wall.enter')}
        </ListRow>
        <ListRow icon="history" to="/activity">
          {t('home.activity')}
        </ListRow>
        <ListRow icon="people" to="/people">
          {t('accountMenu.people')}
        </ListRow>
        <ListRow icon="link" to="/links">
          {t('accountMenu.sharing')}
        </ListRow>
        <ListRow icon="outward" to="/transfer">
          {t('accountMenu.transfer')}
        </ListRow>
      </List>
      <List>
        <ListRow icon="key" to="/changepassword">
          {t('accountMenu.changePassword')}
        </ListRow>
        {pageConfig.isBillingOn === true && (
          <ListRow icon="star" to="/subscription">
            {t('accountMenu.subscription')}
          </ListRow>
        )}
        {!isPasswordSet && <AddPasswordRow />}
        <ListRow icon="shield" to="/security">
          {t('twoStep.title')}
        </ListRow>
        <ListRow icon="screens" to="/sessions">
          {t('sessions.title')}
        </ListRow>
        <ListRow icon="link" to="/mqtt">
          {t('accountMenu.mqtt')}
        </ListRow>
        <ListRow icon="history" to="/securityevents">
          {t('events.title')}
        </ListRow>
        <LogoutAllRow />
      </List>
      <List>
        <DeleteAccountRow />
      </List>
    </>
  )
}
