import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration } from 'react-router'
import { useStore } from 'zustand'
import { hideMessage, messageStore } from '#core/messages.ts'
import { useAccount } from '#features/accounts/accounts.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { MenuLink, PageHeader } from '#ui/PageHeader.tsx'
import { SkipLink } from '#ui/SkipLink.tsx'
import { Snackbar } from '#ui/Snackbar.tsx'
import styles from './layout.module.css'

/** The menu lies over the home, which must not move under it. */
const scrollKey = ({ pathname, key }: { pathname: string; key: string }) =>
  pathname === '/home' || pathname === '/menu' ? '/home' : key

/** What every page has: the header with logo and menu, the bar for messages. */
export function Layout() {
  const { t } = useTranslation()
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  return (
    <>
      <SkipLink target="content">{t('page.skip')}</SkipLink>
      <div className={styles.head}>
        <PageHeader
          homeTo={isLoggedIn ? '/home' : '/'}
          homeLabel={t('header.logo')}
          menu={isLoggedIn ? <MenuLink to="/menu" label={t('header.openMenu')} /> : <HelpMenu />}
        />
      </div>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <MessageBar />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

const loadHelpSheet = () => import('./help-sheet.tsx')
const HelpSheet = lazy(async () => ({ default: (await loadHelpSheet()).HelpSheet }))

/** The menu of somebody who is not signed in, opened in place; its dialogs are loaded when it is first wanted. */
function HelpMenu() {
  const { t } = useTranslation()
  const [wish, setWish] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <IconButton
        icon="menu"
        label={t('header.openMenu')}
        onPointerEnter={loadHelpSheet}
        onClick={() => setWish('open')}
      />
      {wish !== 'never' && (
        <Suspense>
          <HelpSheet open={wish === 'open'} onClose={() => setWish('closed')} />
        </Suspense>
      )}
    </>
  )
}

/** Its place is always there: a dialog leaves to screen readers what was a live region when it opened. */
function MessageBar() {
  const { t } = useTranslation()
  const message = useStore(messageStore, (state) => state.message)
  return (
    <div className={styles.bar} aria-live="polite">
      {message !== null && (
        <Snackbar
          key={message.id}
          tone={message.tone}
          message={message.text}
          closeLabel={t('dialog.close')}
          onClose={hideMessage}
        />
      )}
    </div>
  )
}
