import type { AccountService } from '#features/accounts/index.ts'
import type { SessionService } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/logger.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { Config } from '#platform/process/config.ts'
import { createSealing } from '#platform/sealing.ts'
import { createIdTokens, type Provider } from './id-tokens.ts'
import { createIdentityService } from './identities.service.ts'
import { createIdentityStore } from './identities.store.ts'
import { createNonceCookies } from './nonce-cookie.ts'
import { createProviderKeys } from './provider-keys.ts'

export { createIdTokenSignIn, identityRoutes } from './identities.routes.ts'

const CLEAN_UP_EVERY_MS = 3_600_000

interface IdentitiesOptions {
  config: Pick<Config, 'google' | 'apple'> & { sessionSecret: string }
  database: Database
  clock: Clock
  logger: Logger
  accounts: AccountService
  sessions: SessionService
  forgetSecondFactor(queries: Queries, accountId: string): Promise<void>
  spendConfirmations(queries: Queries, accountId: string): Promise<void>
}

/** Sign-in with Google and Apple, as far as they are configured. */
export function createIdentities(options: IdentitiesOptions) {
  const { config, database, clock, logger, accounts, sessions, forgetSecondFactor, spendConfirmations } =
    options
  const store = createIdentityStore(database.db)
  const providerOf = (means: Provider['means']): Provider[] => {
    const configured = config[means]
    if (configured === undefined) return []
    const { issuer, clientId } = configured
    return [{ means, issuer, clientId, keys: createProviderKeys({ issuer, clock }) }]
  }
  const providers = [...providerOf('google'), ...providerOf('apple')]
  const sealing = createSealing(config.sessionSecret, 'nonces of sign-ins')
  let stopCleaning: (() => void) | undefined
  let cleaning: Promise<void> | undefined
  const clean = () => {
    cleaning ??= store
      .deleteExpired(clock.now())
      .catch((error: unknown) => logger.error({ err: error }, 'Old id tokens could not be cleared away'))
      .finally(() => {
        cleaning = undefined
      })
  }

  return {
    service: createIdentityService({
      store,
      idTokens: createIdTokens({ providers, clock }),
      nonces: createNonceCookies({ sealing, clock }),
      database,
      accounts,
      sessions,
      forgetSecondFactor,
      spendConfirmations,
      clock,
    }),
    /** Nobody signs in to the account by a provider any more. */
    forget: store.deleteAll,
    start() {
      stopCleaning = clock.every(CLEAN_UP_EVERY_MS, clean)
    },
    async stop() {
      stopCleaning?.()
      await cleaning
    },
  }
}
