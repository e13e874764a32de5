import type { AccountService } from '#features/accounts/index.ts'
import type { ConfirmationService } from '#features/confirmations/index.ts'
import type { SessionService } from '#features/sessions/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { createSealing } from '#platform/sealing.ts'
import { createIdTokens, type Provider } from './id-tokens.ts'
import { identityRoutes } from './identities.routes.ts'
import { createIdentityService } from './identities.service.ts'
import { createIdentityStore } from './identities.store.ts'
import { createNonceCookies } from './nonce-cookie.ts'
import { createProviderKeys } from './provider-keys.ts'

export { createIdTokenSignIn } from './identities.routes.ts'
export { createProviderKeys } from './provider-keys.ts'

interface IdentitiesOptions {
  accounts: AccountService
  confirmations: Pick<ConfirmationService, 'spendAll'>
  secondFactor: { forget(queries: Queries, accountId: string): Promise<void> }
  sessions: SessionService
}

/** Registers the sign-in with Google and Apple, as configured. */
export function registerIdentities(context: AppContext, options: IdentitiesOptions) {
  const { config, database, clock, http, isSecure, everyHour } = context
  const { accounts, confirmations, secondFactor, sessions } = options
  const store = createIdentityStore(database.db)
  const providerOf = (means: Provider['means']): Provider[] => {
    const configured = config[means]
    if (configured === undefined) return []
    const { issuer, clientId } = configured
    return [{ means, issuer, clientId, keys: createProviderKeys({ issuer, clock }) }]
  }
  const providers = [...providerOf('google'), ...providerOf('apple')]
  const sealing = createSealing(config.sessionSecret, 'nonces of sign-ins')
  const service = createIdentityService({
    store,
    idTokens: createIdTokens({ providers, clock }),
    nonces: createNonceCookies({ sealing, clock }),
    database,
    accounts,
    sessions,
    forgetSecondFactor: secondFactor.forget,
    spendConfirmations: confirmations.spendAll,
    clock,
  })
  everyHour(() => store.deleteExpired(clock.now()))
  http.register(identityRoutes, { identities: service, isSecure })

  return {
    service,
    /** Deletes the connections of an account to providers. */
    forget: store.deleteAll,
  }
}

export type Identities = ReturnType<typeof registerIdentities>
