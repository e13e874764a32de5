import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useStore } from 'zustand'
import { queryClient } from '#core/api/query-client.ts'
import { installPrompt } from '#core/install-prompt.ts'
import { lostPhone } from '#core/lost-phone.ts'
import { unseenNotifications } from '#core/unseen.ts'
import { waitingApprovals } from '#core/waiting-approvals.ts'
import { session, useAccount } from '#features/account-model/accounts.ts'
import { lastMove } from '#features/device-model/devices.ts'
import { askedToMove } from '#features/device-model/held-devices.ts'
import { ConnectionBanner } from '#features/realtime/connection-banner.tsx'
import { ServerAway } from '#features/realtime/server-away.tsx'
import { useLostSince, useStaleSince } from '#features/realtime/use-connection.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { PageArt } from '#ui/layout/page-art.ts'
import './first-queries.ts'
import { startHomeWiring } from './home-wiring.ts'

const BackNotice = lazyPart(async () => (await import('#features/realtime/back-notice.tsx')).BackNotice)
const ConfirmNotice = lazyPart(
  async () => (await import('#features/emailed-links/confirm-notice.tsx')).ConfirmNotice,
  { texts: ['account'] },
)
const InstallHint = lazyPart(async () => (await import('#features/install/install-hint.tsx')).InstallHint, {
  texts: ['install'],
})
const LostPhoneNotice = lazyPart(
  async () => (await import('#features/notifications/lost-phone-notice.tsx')).LostPhoneNotice,
  { texts: ['phones'] },
)
const MustBar = lazyPart(async () => (await import('#features/notifications/must-bar.tsx')).MustBar, {
  texts: ['notifications'],
})
const UndoOffer = lazyPart(async () => (await import('#features/undo/undo-offer.tsx')).UndoOffer, {
  texts: ['undo'],
})
const HeldQuestion = lazyPart(async () => (await import('#features/safety/held-question.tsx')).HeldQuestion, {
  texts: ['weather'],
})

const ApprovalSheet = lazyPart(
  async () => (await import('#features/approvals/approval-sheet.tsx')).ApprovalSheet,
  { texts: ['apps', 'door'] },
)

const PageWall = lazyPart(async () => (await import('#screens/page-wall.tsx')).PageWall)
const PAGE_WALL = <PageWall />

/** The pages of a signed-in person. Everyone else is redirected to the login, which remembers the requested page. */
export default function SignedInArea() {
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  const isConfirmed = useAccount((account) => account.isConfirmed)
  const { pathname, search } = useLocation()
  // Once shown, the offer stays, because it also says that a move was undone.
  const hasMoved = useStore(lastMove.store, ({ devices }) => devices.length > 0)
  const [isUndoLoaded, loadUndo] = useState(hasMoved)
  if (hasMoved && !isUndoLoaded) loadUndo(true)
  // Once shown, it stays, because it also says how an ask ended.
  const isAsked = useStore(waitingApprovals, ({ approvals }) => approvals.length > 0)
  const [isAskLoaded, loadAsk] = useState(isAsked)
  if (isAsked && !isAskLoaded) loadAsk(true)
  const isAway = useStaleSince() !== null
  const isConnecting = useLostSince() === null
  // Once loaded, it stays, because it also says that the server is back.
  const [wasAway, noteAway] = useState(isAway)
  if (isAway && !wasAway) noteAway(true)
  const isHintDue = useStore(installPrompt, (state) => state.isHintDue)
  const isPhoneLost = useStore(lostPhone, ({ isLost }) => isLost)
  const hasMust = useStore(unseenNotifications, ({ must }) => must > 0)
  const isHeld = useStore(askedToMove, ({ deviceIds }) => deviceIds.length > 0)
  useEffect(() => {
    if (isLoggedIn) startHomeWiring()
  }, [isLoggedIn])

  if (!isLoggedIn) {
    const state = session.wasLeftByChoice() ? null : { from: pathname + search }
    return <Navigate to="/" replace state={state} />
  }
  return (
    <QueryClientProvider client={queryClient}>
      <ServerAway isAway={isAway} isConnecting={isConnecting}>
        <ConnectionBanner />
        {hasMust && <MustBar />}
        {!isConfirmed && pathname === '/home' && <ConfirmNotice />}
        {isPhoneLost && pathname === '/home' && <LostPhoneNotice />}
        {isHintDue && pathname === '/home' && <InstallHint />}
        <PageArt value={PAGE_WALL}>
          <Outlet />
        </PageArt>
        {/* After the page, because a wall extends behind the header only as the first element. */}
        {wasAway && <BackNotice isAway={isAway} isConnecting={isConnecting} />}
        {isUndoLoaded && <UndoOffer />}
        {isHeld && <HeldQuestion />}
        {isAskLoaded && <ApprovalSheet />}
      </ServerAway>
    </QueryClientProvider>
  )
}
