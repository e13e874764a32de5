import { LIMITS } from '@senca/contract'
import { notifyManager } from '@tanstack/react-query'
import { applyEvent } from '#core/apply-event.ts'
import { onRealtimeAccepted, onRealtimeMessages, onSignedOut, realtime } from '#core/browser.ts'
import { queryClient } from '#core/query-client.ts'
import { onAccountLeft, onProfile, session } from '#features/accounts/accounts.ts'
import { commands, deviceEvents } from '#features/devices/devices.ts'
import { followProfileLanguage } from '#i18n/language.ts'

/** Joins the parts that must not know each other: session, sockets, devices, language. */
export function startWiring(): void {
  onSignedOut(() => session.end())
  onAccountLeft(() => {
    queryClient.clear()
    commands.clear()
  })
  onProfile(({ locale }) => void followProfileLanguage(locale))
  onRealtimeAccepted(() => void deviceEvents.reload())
  onRealtimeMessages((messages) =>
    notifyManager.batch(() => {
      for (const message of messages) applyEvent(message, { devices: deviceEvents })
    }),
  )
  followSession()
  followBrowser()
}

function followSession(): void {
  const connect = () => {
    if (session.store.getState().isLoggedIn) realtime.connect(LIMITS.CURRENT_USER_KEY)
  }
  session.store.subscribe(connect)
  connect()
  void session.loadProfile()
}

function followBrowser(): void {
  addEventListener('storage', (event) => session.follow(event))
  addEventListener('online', () => realtime.retryNow())
  addEventListener('offline', () => realtime.dropAll())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') realtime.retryNow()
  })
}
