import type { Activity } from '#features/activity/index.ts'
import type { GuessGuard, LimitService } from '#features/limits/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createConcurrencyLimit } from '#platform/concurrency-limit.ts'
import { createAccountService } from './accounts.service.ts'
import { createAccountStore } from './accounts.store.ts'

export { accountRoutes } from './accounts.routes.ts'
export { accounts } from './accounts.schema.ts'
export { type AccountService, credentialMarkOf, profileOf } from './accounts.service.ts'
export { type Account, addresseeOf, addresseesOf, emailKeyOf, existing } from './accounts.store.ts'

interface AccountsOptions {
  limits: LimitService
  guesses: GuessGuard
  activity: Pick<Activity, 'recordSecurityEvent'>
  /** The address of an account that nobody may sign in to, or null. */
  closedEmail: string | null
}

/** Enough that the database is queried for one password while another is hashed. */
const GUESSES_AT_ONCE = 4

/** Registers accounts: registration, profile and password checks. */
export function registerAccounts({ database, clock }: AppContext, options: AccountsOptions) {
  const { limits, guesses, activity, closedEmail } = options
  return createAccountService({
    store: createAccountStore(database.db),
    database,
    clock,
    limits,
    guesses,
    trail: activity,
    // One queue for all sign-ins, so that one CPU core stays free for devices.
    hashing: createConcurrencyLimit(),
    guessing: createConcurrencyLimit({ concurrent: GUESSES_AT_ONCE }),
    closedEmail,
  })
}
