import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { useStore } from 'zustand'
import { hideError, hideMessage, messageStore } from '#core/messages.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { lazyPart, PartFailure } from '#i18n/lazy-part.tsx'
import { focusPage } from '#screens/focus-page.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Snackbar } from '#ui/feedback/snackbar.tsx'
import { MenuLink, PageHeader } from '#ui/layout/page-header.tsx'
import { SkipLink } from '#ui/layout/skip-link.tsx'
import styles from './layout.module.css'

/** The menu and the rooms are shown on the home screen, whose scroll position must not change. They therefore share one key. */
const scrollKey = ({ pathname, key }: { pathname: string; key: string }) =>
  ['/home', '/menu', '/rooms'].includes(pathname) ? '/home' : key

/** The frame of every page: the header with logo and menu, and the message bar. */
export function Layout() {
  const { t } = useTranslation()
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  const { pathname, search } = useLocation()
  useFocusOnNavigation()
  return (
    <>
      <SkipLink target="content">{t('page.skip')}</SkipLink>
      {pathname === '/home' && <SkipLink target="devices">{t('home.skip')}</SkipLink>}
      <div className={styles.head}>
        <PageHeader
          homeTo={isLoggedIn ? '/home' : '/'}
          homeLabel={t('header.logo')}
          menu={
            isLoggedIn ? (
              <>
                <Bell />
                <MenuLink to={`/menu${pathname === '/home' ? search : ''}`} label={t('header.openMenu')} />
              </>
            ) : (
              <HelpMenu />
            )
          }
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

/** The menu is a dialog over the home screen that manages the focus itself, so both share one key. */
const focusKey = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname === '/menu' ? '/home' : pathname + search

/**
 * Moves the focus to the new page after a navigation. The link that was followed, and the focus on it, are gone; users of screen
 * readers and keyboards continue at the new page.
 */
function useFocusOnNavigation(): void {
  const location = useLocation()
  const place = focusKey(location)
  const isMenu = location.pathname === '/menu'
  const from = useRef(place)
  useEffect(() => {
    if (from.current === place) return
    from.current = place
    if (!isMenu) focusPage()
  }, [place, isMenu])
}

const Bell = lazyPart(async () => (await import('#features/notifications/bell.tsx')).Bell, {
  waiting: () => <span className={styles.bell} />,
})

const loadHelpSheet = () => import('./help-sheet.tsx')
const HelpSheet = lazyPart(async () => (await loadHelpSheet()).HelpSheet, {
  failed: ({ onClose }) => <PartFailure onShown={onClose} />,
})

/** The menu for a person who is not signed in. It opens in place; its dialogs are loaded when they are first needed. */
function HelpMenu() {
  const { t } = useTranslation()
  const [choice, setChoice] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <IconButton
        icon="menu"
        label={t('header.openMenu')}
        onPointerEnter={() => void loadHelpSheet().catch(() => {})}
        onClick={() => setChoice('open')}
      />
      {choice !== 'never' && <HelpSheet open={choice === 'open'} onClose={() => setChoice('closed')} />}
    </>
  )
}

/**
 * The message bar. Each message is a live region of its own; a second one around it would announce it twice. An open dialog hides
 * what is outside of it from screen readers, but for elements with `aria-live`, also `off`.
 */
function MessageBar() {
  const { t } = useTranslation()
  const message = useStore(messageStore, (state) => state.message)
  const { pathname } = useLocation()
  const shownAt = useRef(pathname)
  // A layout effect runs before the effects of the new screen, so errors of the new screen are not hidden.
  useLayoutEffect(() => {
    if (shownAt.current !== pathname) hideError()
    shownAt.current = pathname
  }, [pathname])
  return (
    <div className={styles.bar} aria-live="off">
      {message !== null && (
        <Snackbar
          key={message.id}
          tone={message.tone}
          message={message.text}
          closeLabel={t('card.dismiss')}
          action={message.action}
          onClose={hideMessage}
        />
      )}
    </div>
  )
}
