import { Navigate, Outlet, useLocation } from 'react-router'
import { session, useAccount } from '#features/accounts/accounts.ts'

/** Sends who is not signed in to the login, and remembers where they wanted to go. */
export function SignedInOnly() {
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  const { pathname, search } = useLocation()
  if (isLoggedIn) return <Outlet />
  const state = session.wasLeftByChoice() ? null : { from: pathname + search }
  return <Navigate to="/" replace state={state} />
}
