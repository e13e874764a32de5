import type { AccountService } from '#features/accounts/index.ts'
import type { TakeOver } from '#features/deletion/index.ts'
import type { AppContext } from '#platform/app-context.ts'
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
  takeOver: TakeOver
}

/** Registers the sign-in with Google and Apple, as configured. */
export function registerIdentities(context: AppContext, options: IdentitiesOptions) {
  const { config, database, clock, http, isSecure, everyHour } = context
  const { accounts, takeOver } = options
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
    takeOver,
    clock,
  })
  everyHour(() => store.deleteExpired(clock.now()))
  http.register(identityRoutes, { identities: service, isSecure })
  return { service, useOnce: store.useOnce }
}

export type Identities = ReturnType<typeof registerIdentities>
