import type { Clock } from '#platform/clock.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import type { Logger } from '#platform/logger.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createSessionService } from './sessions.service.ts'
import { createSessionStore } from './sessions.store.ts'

export {
  createFinishSignIn,
  type FinishSignIn,
  type Proven,
  type RecordSecurityEvent,
} from './finish-sign-in.ts'
export { identify } from './identify.ts'
export { createSecretToken, hashSecretToken } from './secret-token.ts'
export { type CookieJar, createCookieJar } from './session-cookie.ts'
export { sessionListRoutes } from './session-list.routes.ts'
export { type SignInByIdToken, sessionRoutes } from './sessions.routes.ts'
export type { SessionService } from './sessions.service.ts'

interface SessionsOptions {
  database: Database
  clock: Clock
  bus: EventBus
  logger: Logger
}

/** Sessions and the tokens obtained from them. */
export function createSessions({ database, clock, bus, logger }: SessionsOptions) {
  return createSessionService({
    store: createSessionStore(database.db),
    clock,
    database,
    bus,
    failed: (error) => logger.error({ err: error }, 'Sessions could not be looked after'),
  })
}
