import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration } from 'react-router'
import { useStore } from 'zustand'
import { hideMessage, messageStore } from '#core/messages.ts'
import { useAccount } from '#features/accounts/accounts.ts'
import { HelpList } from '#features/accounts/menu-lists.tsx'
import { ConnectionBanner } from '#features/realtime/connection-banner.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { MenuLink, PageHeader } from '#ui/PageHeader.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Snackbar } from '#ui/Snackbar.tsx'
import styles from './layout.module.css'

/** What every page has: the header with logo and menu, the banner, the bar for messages. */
export function Layout() {
  const { t } = useTranslation()
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('page.skip')}
      </a>
      <PageHeader
        homeTo={isLoggedIn ? '/home' : '/'}
        homeLabel={t('header.logo')}
        menu={isLoggedIn ? <MenuLink to="/menu" label={t('header.openMenu')} /> : <HelpMenu />}
      />
      <ConnectionBanner />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <MessageBar />
      <ScrollRestoration />
    </>
  )
}

/** The menu of somebody who is not signed in, opened in place. */
function HelpMenu() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton icon="menu" label={t('header.openMenu')} onClick={() => setOpen(true)} />
      <Sheet open={isOpen} label={t('header.menuShort')} onClose={close}>
        <PageHeader
          homeTo="/"
          homeLabel={t('header.logo')}
          menu={<IconButton icon="close" label={t('header.closeMenu')} onClick={close} />}
        />
        <div className={styles.help}>
          <HelpList />
        </div>
      </Sheet>
    </>
  )
}

function MessageBar() {
  const { t } = useTranslation()
  const message = useStore(messageStore, (state) => state.message)
  if (message === null) return null
  return (
    <div className={styles.bar}>
      <Snackbar
        key={message.id}
        tone={message.tone}
        message={message.text}
        closeLabel={t('dialog.close')}
        onClose={hideMessage}
      />
    </div>
  )
}
