import type { Activity } from '#features/activity/index.ts'
import type { GuessGuard, LimitService } from '#features/limits/index.ts'
import type { Clock } from '#platform/clock.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from '#platform/concurrency-limit.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createAccountService } from './accounts.service.ts'
import { createAccountStore } from './accounts.store.ts'

export { accountRoutes, type MailConfirmation, type SignIn } from './accounts.routes.ts'
export { type AccountService, credentialMarkOf, profileOf } from './accounts.service.ts'
export type { Account } from './accounts.store.ts'

interface AccountsOptions {
  database: Database
  clock: Clock
  limits: LimitService
  guesses: GuessGuard
  trail: Pick<Activity, 'recordSecurityEvent'>
  hashing: ConcurrencyLimit
  closedEmail: string | null
}

/** Enough that the database is asked for one while another is hashed. */
const GUESSES_AT_ONCE = 4

/** Accounts: registration, the profile, and who a password belongs to. */
export function createAccounts(options: AccountsOptions) {
  const store = createAccountStore(options.database.db)
  return createAccountService({
    ...options,
    store,
    guessing: createConcurrencyLimit({ concurrent: GUESSES_AT_ONCE }),
  })
}
