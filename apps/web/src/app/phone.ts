import { LIMITS } from '@senca/contract'
import { queryClient } from '#core/api/query-client.ts'
import { browserClock } from '#core/clock.ts'
import {
  closeShown,
  noteAccount,
  notificationState,
  onWorkerMessage,
  readSubscription,
  showBadge,
} from '#core/pocket.ts'
import { onRealtimeAccepted, realtime } from '#core/realtime/browser-realtime.ts'
import { unseenNotifications } from '#core/unseen.ts'
import { session } from '#features/account-model/accounts.ts'
import { notificationsQuery } from '#features/notifications/notifications.ts'
import { phonesApi, pushInfoQuery } from '#features/notifications/phones.ts'

const SAY_EVERY_MS = 20_000

/** Says whether a person sees this page, so that the server does not push to it what it shows. */
export function followPresence(): void {
  let cancel = () => {}
  const say = () => {
    cancel()
    const isVisible = document.visibilityState === 'visible'
    realtime.sayVisible(LIMITS.CURRENT_USER_KEY, isVisible)
    if (isVisible) cancel = browserClock.after(SAY_EVERY_MS, say)
  }
  document.addEventListener('visibilitychange', say)
  onRealtimeAccepted(say)
  say()
}

/** Follows what the worker shows of this account, and keeps its subscription. */
export function startPhone(): void {
  const { email } = session.store.getState()
  void noteAccount(email)
  session.store.subscribe((now, before) => {
    if (now.email !== before.email) void noteAccount(now.email)
  })
  onWorkerMessage((message) => {
    if (message === 'ended') void session.loadProfile()
    else if (message.startsWith('open ')) open(message.slice('open '.length))
  })
  unseenNotifications.subscribe(({ unseen }) => {
    void showBadge(unseen)
    void closeSeen(unseen)
  })
  void renew()
}

function open(address: string): void {
  if (!address.startsWith(`${location.origin}/`)) return
  // The router follows the history of the browser, so that the first page needs nothing for this.
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}

/** What was seen anywhere is not shown any more. */
async function closeSeen(unseen: number): Promise<void> {
  if (unseen === 0) return closeShown(null)
  const listed = queryClient.getQueryData(notificationsQuery.queryKey)
  if (listed === undefined) return
  await closeShown(new Set(listed.filter(({ seenAt }) => seenAt === null).map(({ id }) => id)))
}

/** A subscription that the server does not know, or no longer, is sent again; this needs no tap where it still exists. */
async function renew(): Promise<void> {
  if (notificationState() !== 'granted') return
  const { publicKey } = await queryClient.fetchQuery(pushInfoQuery).catch(() => ({ publicKey: null }))
  if (publicKey === null) return
  const subscription = await readSubscription(publicKey)
  if (subscription === null) return
  const phones = await phonesApi.list().catch(() => null)
  if (phones?.some(({ current }) => current) === false)
    await phonesApi.subscribe(subscription, {}).catch(() => {})
}
