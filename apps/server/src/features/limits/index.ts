import type { AppContext } from '#platform/app-context.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres/database.ts'
import { limitAccountLoad } from './account-load.ts'
import { createGuessGuard } from './guess-guard.ts'
import { createLimitService } from './limits.service.ts'
import { createLimitStore } from './limits.store.ts'

export type { GuessGuard } from './guess-guard.ts'
export { LIMIT_RULES } from './limit-rules.ts'
export type { Limited, LimitService } from './limits.service.ts'

/** Limits for guessing, sending e-mails and creating accounts. Successful sign-ins are never counted. */
export function createLimits({ database, clock }: { database: Database; clock: Clock }) {
  const limits = createLimitService({ store: createLimitStore(database.db), clock })
  return { limits, guesses: createGuessGuard(limits) }
}

export function registerLimits(context: AppContext) {
  limitAccountLoad(context.http, context.clock)
  const created = createLimits(context)
  context.everyHour(created.limits.forgetOld)
  return created
}
