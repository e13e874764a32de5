import { LIMITS } from '@senca/contract'
import { queryClient } from '#core/api/query-client.ts'
import { browserClock } from '#core/clock.ts'
import { lostPhone } from '#core/lost-phone.ts'
import {
  closeShown,
  noteAccount,
  notificationState,
  onWorkerMessage,
  readSubscription,
  sentEndpoint,
  showBadge,
} from '#core/pocket.ts'
import { onRealtimeAccepted, realtime } from '#core/realtime/browser-realtime.ts'
import { unseenNotifications } from '#core/unseen.ts'
import { session } from '#features/account-model/accounts.ts'
import { notificationsQuery } from '#features/notifications/notifications.ts'
import { phonesApi, pushInfoQuery, subscribeAnew } from '#features/notifications/phones.ts'
import { renewalOf } from '#features/notifications/renewal.ts'

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

/** What was looked at when shown notifications were last read; nothing at the start of the page. */
let last = { unseen: Number.POSITIVE_INFINITY, seen: new Set<string>() }

/**
 * What was seen anywhere is not shown any more. What is newer than the list stays. Shown notifications are only read when something
 * was seen: Chromium forgets one that is being shown meanwhile, which then answers no tap, and a push comes together with its number.
 */
async function closeSeen(unseen: number): Promise<void> {
  const listed = queryClient.getQueryData(notificationsQuery.queryKey) ?? []
  const seen = new Set(listed.flatMap(({ id, seenAt }) => (seenAt === null ? [] : id)))
  const isNew = unseen < last.unseen || [...seen].some((id) => !last.seen.has(id))
  last = { unseen, seen }
  if (isNew) await closeShown((id) => id !== null && (unseen === 0 || seen.has(id)))
}

/** Compares what the browser has with what the server knows, and renews what was lost. */
async function renew(): Promise<void> {
  const permission = notificationState()
  const wasOn = sentEndpoint.read() !== null
  if (permission !== 'granted' && !wasOn) return
  const { publicKey } = await queryClient.fetchQuery(pushInfoQuery).catch(() => ({ publicKey: null }))
  if (publicKey === null) return
  const own = await readSubscription(publicKey)
  const subscription = own === null ? 'none' : (await sentEndpoint.is(own)) ? 'sent' : 'other'
  const phones = own === null ? null : await phonesApi.list().catch(() => null)
  const isKnown = phones?.some(({ current }) => current)
  switch (renewalOf({ permission, wasOn, subscription, isKnown })) {
    case 'nothing':
      return
    case 'send':
      if (own !== null) await phonesApi.subscribe(own, {}).catch(() => {})
      return
    case 'subscribe': {
      const isRenewed = await subscribeAnew(publicKey).catch(() => false)
      // What could not be renewed stays known as lost, for the next start too.
      if (!isRenewed) lostPhone.setState({ isLost: true })
      return
    }
    case 'ask':
      lostPhone.setState({ isLost: true })
  }
}
