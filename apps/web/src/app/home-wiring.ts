import { LIMITS } from '@senca/contract'
import { notifyManager } from '@tanstack/react-query'
import i18next from 'i18next'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { browserClock } from '#core/clock.ts'
import { homePlaceStore, NO_HOME_PLACE } from '#core/home-place.ts'
import { onReturn } from '#core/on-return.ts'
import { createReach } from '#core/reach.ts'
import { applyEvent } from '#core/realtime/apply-event.ts'
import {
  homeReach,
  onRealtimeAccepted,
  onRealtimeMessages,
  realtime,
} from '#core/realtime/browser-realtime.ts'
import { startPolling } from '#core/realtime/polling.ts'
import { ROLE_KEY } from '#core/role-key.ts'
import { SCENARIO_KEY } from '#core/scenario-key.ts'
import { unreadableDevices } from '#core/unreadable-devices.ts'
import { forgetUnreadable } from '#core/unreadable-entries.ts'
import { unseenNotifications } from '#core/unseen.ts'
import { waitingApprovals } from '#core/waiting-approvals.ts'
import { onAccountLeft, session } from '#features/account-model/accounts.ts'
import { isAnyBusy, sortHome } from '#features/device-model/device-cache.ts'
import { homeQuery } from '#features/device-model/devices.queries.ts'
import { commands, deviceEvents, devicesApi, lastMove } from '#features/device-model/devices.ts'
import { roomEvents } from '#features/room-model/rooms.ts'
import { linkKeys } from '#features/share-links/links.queries.ts'
import { requestIdle } from '#light/paint/idle.ts'

let isStarted = false

/** Reloads the sharing data that is shown: whether sharing is frozen, and the links. */
const sharing = { updated: () => void loadAgain(queryClient, linkKeys.all) }
/** Reloads the roles and, because roles decide who can use them, the sharing data. */
const roles = {
  updated: () => {
    void loadAgain(queryClient, ROLE_KEY)
    sharing.updated()
  },
}
/** Reloads scenarios, groups and moments. */
const scenarios = { updated: () => void loadAgain(queryClient, SCENARIO_KEY) }
/** Loads what connected apps ask the person for. */
const approvals = {
  updated: () =>
    void import('#features/approvals/approvals.ts').then(
      ({ reloadApprovals }) => reloadApprovals(),
      () => {},
    ),
}
/** Reloads the notifications, which the first page does not show. */
const notifications = {
  updated: () =>
    void import('#features/notifications/notifications.ts')
      .then(({ reloadNotifications }) => reloadNotifications())
      .catch(() => {}),
}
/** What is reloaded for which messages of the server. Guests do not receive these messages. */
const RELOADED = [
  [/^(scenario|groups|moments)\./, scenarios],
  [/^sharing\./, sharing],
  [/^roles\./, roles],
  [/^rooms\./, roomEvents],
  [/^approvals\./, approvals],
  [/^notifications\./, notifications],
] as const

/** Connects session, socket and devices when somebody signs in. Does nothing when called again. */
export function startHomeWiring(): void {
  if (isStarted) return
  isStarted = true
  onAccountLeft(() => {
    realtime.closeAll()
    queryClient.clear()
    commands.clear()
    lastMove.clear()
    homePlaceStore.setState(NO_HOME_PLACE)
    unreadableDevices.setState({ ids: [] })
    unseenNotifications.setState({ unseen: 0, must: 0 })
    forgetUnreadable()
    homeReach.setState({ keptAt: null })
    waitingApprovals.setState({ approvals: [] })
    void import('#core/pocket.ts').then(({ forgetAccount }) => forgetAccount())
  })
  onRealtimeAccepted(() => {
    void deviceEvents.reload()
    roles.updated()
    roomEvents.updated()
    scenarios.updated()
    approvals.updated()
    notifications.updated()
    void import('#features/home-place/home-place.ts').then((place) => place.loadHomePlace())
  })
  onRealtimeAccepted(loadAfterKept)
  homeReach.subscribe(loadAfterKept)
  loadAfterKept()
  onRealtimeMessages((messages) => {
    for (const [subjects, { updated }] of RELOADED)
      if (messages.some(({ subject }) => subjects.test(subject))) updated()
    notifyManager.batch(() => {
      for (const message of messages) applyEvent(message, deviceEvents)
    })
  })
  i18next.on('languageChanged', () => sortHome(queryClient))
  // The list may have come before the language.
  sortHome(queryClient)
  followNetwork()
  session.store.subscribe(connect)
  connect()
  void session.loadProfile()
  whenLoaded(() =>
    requestIdle(() => {
      void import('./offline.ts').then(({ startOffline }) => startOffline())
    }),
  )
}

/** What was kept is shown until the home is loaded, which the page of one device would not do. */
function loadAfterKept(): void {
  if (homeReach.getState().keptAt === null) return
  void queryClient.prefetchQuery({ ...homeQuery(queryClient, devicesApi, Date.now), staleTime: 0 })
}

function whenLoaded(call: () => void): void {
  if (document.readyState === 'complete') call()
  else addEventListener('load', call)
}

function connect(): void {
  if (session.store.getState().isLoggedIn) realtime.connect(LIMITS.CURRENT_USER_KEY)
}

function followNetwork(): void {
  onReturn(() => realtime.wake())
  const setReached = createReach(browserClock, (isReached) => homeReach.setState({ isReached }))
  addEventListener('offline', () => {
    realtime.dropAll()
    setReached(false)
  })
  const isLive = () => realtime.status(LIMITS.CURRENT_USER_KEY)?.state === 'live'
  realtime.subscribe(() => setReached(false))
  startPolling({
    clock: browserClock,
    isNeeded: () =>
      session.store.getState().isLoggedIn &&
      document.visibilityState === 'visible' &&
      navigator.onLine &&
      !isLive(),
    isBusy: () =>
      commands.isAnyInFlight() || (homeReach.getState().keptAt === null && isAnyBusy(queryClient)),
    load: async () => {
      sharing.updated()
      roomEvents.updated()
      scenarios.updated()
      notifications.updated()
      const isReached = await deviceEvents.reload()
      setReached(isReached && !isLive())
    },
  })
}
