import { type AccountService, accountRoutes } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { BridgeSockets } from '#features/bridges/index.ts'
import type { ConfirmationService } from '#features/confirmations/index.ts'
import { createIdTokenSignIn, type Identities } from '#features/identities/index.ts'
import type { GuessGuard, LimitService } from '#features/limits/index.ts'
import type { GuestService } from '#features/links/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import { passkeyLoginRoutes, type SecondFactor, secondStepRoutes } from '#features/second-factor/index.ts'
import { createFinishSignIn, type Sessions, sessionRoutes } from '#features/sessions/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createKnownBrowsers } from './known-browsers.ts'
import { createSignInNotices } from './sign-in-notices.ts'

interface SignInOptions {
  accounts: AccountService
  activity: Pick<Activity, 'recordSecurity'>
  bridgeSockets: Pick<BridgeSockets, 'issueToken'>
  confirmations: Pick<ConfirmationService, 'mailNewcomer'>
  guesses: GuessGuard
  guests: Pick<GuestService, 'issueWebsocketToken'>
  identities: Identities
  /** Whether everybody may log in to the account, as to that of the demo. */
  isShared(accountId: string): boolean
  limits: LimitService
  notify: Pick<Notify, 'publish'>
  secondFactor: Pick<SecondFactor, 'step' | 'passkeyLogin'>
  sessions: Sessions
}

/** Registers the ways to get a session: by a password, an id token, the second step, a passkey alone, or a new account. */
export function registerSignIn({ clock, database, http, isSecure }: AppContext, options: SignInOptions) {
  const { accounts, activity, confirmations, guesses, identities, isShared, secondFactor, sessions } = options
  const browsers = createKnownBrowsers({ limits: options.limits, isSecure })
  const notify = createSignInNotices({ database, clock, notify: options.notify })
  const { cookies } = sessions
  const record = activity.recordSecurity
  const finishSignIn = createFinishSignIn({
    sessions,
    cookies,
    credentialMarkOf: accounts.credentialMark,
    askSecondFactor: secondFactor.step.ask,
    record,
    async begun(request, reply, { id, accountId, isNewAccount }) {
      if (!isNewAccount && !isShared(accountId) && !(await browsers.isKnown(request, accountId)))
        await notify(accountId, 'new_browser', id)
      await browsers.remember(request, reply, accountId)
    },
  })
  http.register(accountRoutes, {
    accounts,
    signIn: (request, reply, account) =>
      finishSignIn(request, reply, { ...account, means: 'password', isWhole: true, isNew: true }),
    mailConfirmation: confirmations.mailNewcomer,
  })
  http.register(sessionRoutes, {
    accounts,
    sessions,
    cookies,
    finishSignIn,
    signInByIdToken: createIdTokenSignIn({
      identities: identities.service,
      finishSignIn,
      record,
      guesses,
      isSecure,
    }),
    issueToGuest: options.guests.issueWebsocketToken,
    issueToBridge: options.bridgeSockets.issueToken,
    record,
    used: browsers.renew,
  })
  http.register(secondStepRoutes, { secondStep: secondFactor.step, accounts, finishSignIn, record, notify })
  http.register(passkeyLoginRoutes, { passkeyLogin: secondFactor.passkeyLogin, finishSignIn })
}
