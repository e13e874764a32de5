import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { LanguageRow } from './language-row.tsx'
import { LazyThemeChoice } from './lazy-theme-choice.tsx'
import { LogoutAllRow } from './logout.tsx'
import { AddPasswordRow, DeleteAccountRow } from './mail-rows.tsx'

/** The account menu of a signed-in person: the home, who has access, the account, and help. */
export function AccountLists({ onWallView, install }: { onWallView: () => void; install: ReactNode }) {
  const { t } = useTranslation()
  const isPasswordSet = useAccount((account) => account.isPasswordSet)
  return (
    <>
      <List heading={t('page.home')}>
        <ListRow icon="place" to="/homeplace">
          {t('accountMenu.place')}
        </ListRow>
        <ListRow icon="wind" to="/weather">
          {t('home.weather')}
        </ListRow>
        <ListRow icon="rooms" to="/groups">
          {t('home.groups')}
        </ListRow>
        <ListRow icon="download" to="/upgrades">
          {t('accountMenu.upgrades')}
        </ListRow>
        <ListRow icon="outward" to="/transfer">
          {t('accountMenu.transfer')}
        </ListRow>
        <ListRow icon="house" onClick={onWallView}>
          {t('wall.enter')}
        </ListRow>
      </List>
      <List heading={t('accountMenu.access')}>
        <ListRow icon="people" to="/access">
          {t('accountMenu.people')}
        </ListRow>
        <ListRow icon="key" to="/apps">
          {t('accountMenu.apps')}
        </ListRow>
        <ListRow icon="link" to="/mqtt">
          {t('accountMenu.mqtt')}
        </ListRow>
      </List>
      <List heading={t('menu.title')}>
        <ListRow icon="bell" to="/notifications/choices">
          {t('bell.label')}
        </ListRow>
        <LanguageRow />
        <li>
          <LazyThemeChoice hasIcon />
        </li>
        <ListRow icon="lock" to="/changepassword">
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
        {pageConfig.isBillingOn === true && (
          <ListRow icon="star" to="/subscription">
            {t('accountMenu.subscription')}
          </ListRow>
        )}
        <LogoutAllRow />
        <DeleteAccountRow />
      </List>
      <List heading={t('accountMenu.help')}>
        {install}
        <ListRow icon="support" href={pageConfig.supportUrl}>
          {t('menu.support')}
        </ListRow>
      </List>
    </>
  )
}
