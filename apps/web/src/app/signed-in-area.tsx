import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useStore } from 'zustand'
import { queryClient } from '#core/api/query-client.ts'
import { session, useAccount } from '#features/account-model/accounts.ts'
import { lastMove } from '#features/device-model/devices.ts'
import { askedToMove } from '#features/device-model/held-devices.ts'
import { ConnectionBanner } from '#features/realtime/connection-banner.tsx'
import { loadTexts } from '#i18n/language.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'
import { startHomeWiring } from './home-wiring.ts'

const confirmNotice = createPart(async () => {
  const [{ ConfirmNotice }] = await Promise.all([
    import('#features/emailed-links/confirm-notice.tsx'),
    loadTexts('account'),
  ])
  return ConfirmNotice
})

const undoOffer = createPart(async () => {
  const [{ UndoOffer }] = await Promise.all([import('#features/undo/undo-offer.tsx'), loadTexts('undo')])
  return UndoOffer
})

/** Undo is not loaded before the first move, because nothing can be undone before that. */
function LoadedUndo() {
  const isWanted = useStore(lastMove.store, ({ devices }) => devices.length > 0)
  const { data: UndoOffer } = usePart(undoOffer, isWanted)
  return UndoOffer && <UndoOffer />
}

const heldQuestion = createPart(async () => {
  const [{ HeldQuestion }] = await Promise.all([
    import('#features/safety/held-question.tsx'),
    loadTexts('weather'),
  ])
  return HeldQuestion
})

function LoadedHeldQuestion() {
  const isWanted = useStore(askedToMove, ({ deviceIds }) => deviceIds.length > 0)
  const { data: HeldQuestion } = usePart(heldQuestion, isWanted)
  return isWanted && HeldQuestion ? <HeldQuestion /> : null
}

/** A failure to load the notice is ignored: it is loaded again at the next visit of the home screen. */
function LoadedNotice() {
  const { data: ConfirmNotice } = usePart(confirmNotice)
  return ConfirmNotice && <ConfirmNotice />
}

/** The pages of a signed-in person. Everyone else is redirected to the login, which remembers the requested page. */
export default function SignedInArea() {
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  const isConfirmed = useAccount((account) => account.isConfirmed)
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (isLoggedIn) startHomeWiring()
  }, [isLoggedIn])

  if (!isLoggedIn) {
    const state = session.wasLeftByChoice() ? null : { from: pathname + search }
    return <Navigate to="/" replace state={state} />
  }
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionBanner />
      {!isConfirmed && pathname === '/home' && <LoadedNotice />}
      <Outlet />
      <LoadedUndo />
      <LoadedHeldQuestion />
    </QueryClientProvider>
  )
}
