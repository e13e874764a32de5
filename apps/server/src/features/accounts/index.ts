import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database.ts'
import { createAccountService } from './accounts.service.ts'
import { createAccountStore } from './accounts.store.ts'

export { accountRoutes, type SignIn } from './accounts.routes.ts'
export type { AccountService } from './accounts.service.ts'

/** Accounts: registration, the profile, and who a password belongs to. */
export function createAccounts({ database, clock }: { database: Database; clock: Clock }) {
  return createAccountService({ store: createAccountStore(database.db), clock })
}
