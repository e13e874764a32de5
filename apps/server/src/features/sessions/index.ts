import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { ReceivedRole } from '#features/rights/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { type Bridges, identify } from './identify.ts'
import { createCookieJar } from './session-cookie.ts'
import { sessionListRoutes } from './session-list.routes.ts'
import { createSessionService } from './sessions.service.ts'
import { createSessionStore } from './sessions.store.ts'

export {
  createFinishSignIn,
  type FinishSignIn,
  type Proven,
  type RecordSecurityEvent,
} from './finish-sign-in.ts'
export { readBearer } from './identify.ts'
export { createSecretToken, hashSecretToken } from './secret-token.ts'
export type { CookieJar } from './session-cookie.ts'
export { sessionEvents } from './session-ends.ts'
export { sessionRoutes } from './sessions.routes.ts'
export type { SessionService } from './sessions.service.ts'
export { wasSeenSince } from './sessions.store.ts'

interface SessionsOptions {
  accounts: Pick<AccountService, 'findClosed'>
  activity: Pick<Activity, 'recordSecurity'>
  received: { of(accountId: string): Promise<readonly ReceivedRole[]> }
  bridges: Bridges
  pushes: {
    forget(sessionId: string): Promise<void>
    phonesOfAccount(accountId: string): Promise<ReadonlyMap<string, { lastShownAt: string | null }>>
  }
}

/** Registers sessions and their tokens, and authenticates each request according to the access rule of its route. */
export function registerSessions(
  context: AppContext,
  { accounts, activity, bridges, received, pushes }: SessionsOptions,
) {
  const { config, database, clock, http, isSecure, logger, runs, everyHour, whenSetBack } = context
  const store = createSessionStore(database.db)
  const sessions = createSessionService({
    store,
    clock,
    database,
    leaving: pushes.forget,
    phonesOf: pushes.phonesOfAccount,
    failed: (error) => logger.error({ err: error }, 'A background update of sessions failed'),
  })
  everyHour(() => store.deleteExpired(clock.now()))
  whenSetBack(store.setBack)
  const cookies = createCookieJar({ isSecure })
  runs({
    async start() {
      await sessions.start()
      // Sessions of the demo account remain after a start with DEMO=on, and its password is public.
      const closedAccount = await accounts.findClosed()
      if (closedAccount !== null) await sessions.endAll(closedAccount)
    },
    stop: sessions.stop,
  })
  const operatorToken = config.operatorToken ?? null
  http.register(identify, { sessions, cookies, operatorToken, receivedBy: received.of, bridges })
  http.register(sessionListRoutes, { sessions, cookies, record: activity.recordSecurity })
  return { ...sessions, cookies }
}

export type Sessions = ReturnType<typeof registerSessions>
