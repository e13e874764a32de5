import type { Activity } from '#features/activity/index.ts'
import type { GuessGuard, LimitService } from '#features/limits/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database.ts'
import { createAccountService } from './accounts.service.ts'
import { createAccountStore } from './accounts.store.ts'
import { createTurnstile } from './turnstile.ts'

export { accountRoutes, type MailConfirmation, type SignIn } from './accounts.routes.ts'
export { type AccountService, credentialMarkOf, profileOf } from './accounts.service.ts'
export type { Account } from './accounts.store.ts'

interface AccountsOptions {
  database: Database
  clock: Clock
  limits: LimitService
  guesses: GuessGuard
  trail: Pick<Activity, 'recordSecurityEvent'>
}

/** Accounts: registration, the profile, and who a password belongs to. */
export function createAccounts(options: AccountsOptions) {
  const store = createAccountStore(options.database.db)
  return createAccountService({ ...options, store, turnstile: createTurnstile() })
}
