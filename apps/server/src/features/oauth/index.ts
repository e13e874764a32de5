import type { AccountService } from '#features/accounts/index.ts'
import { isOAuthAt, MCP_PATH } from '#features/agents/index.ts'
import { type Bridge, type BridgeService, createBridgeStore } from '#features/bridges/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { AddressRule } from '#platform/mqtt/joined/address-rule.ts'
import type { Resolve } from '#platform/mqtt/joined/broker-socket.ts'
import { createSealing } from '#platform/sealing.ts'
import { createClientDocuments } from './client-documents.ts'
import { createConsentService } from './consent.service.ts'
import { oauthRoutes } from './oauth.routes.ts'
import { ABANDONED_GRANT, createOAuthStore } from './oauth.store.ts'
import { createTokenService } from './token.service.ts'

interface OAuthOptions {
  accounts: Pick<AccountService, 'assertConfirmed'>
  bridges: {
    service: BridgeService
    changed(bridge: Pick<Bridge, 'accountId'>, deviceIds: readonly string[]): Promise<void>
  }
  limits: LimitService
  /** How addresses that clients name may be connected to. */
  outside: { rule: AddressRule; resolve: Resolve }
  /** Certificates that are trusted where documents of clients are; those of the system if absent. */
  ca?: string | undefined
}

/** Registers OAuth, by which a person lets a hosted agent in from its own page. */
export function registerOAuth(context: AppContext, options: OAuthOptions): void {
  const { clock, config, database, everyHour, http, logger, runs, whenDue, whenSetBack } = context
  const { accounts, bridges, limits, outside, ca } = options
  const issuer = config.publicUrl
  const resource = new URL(MCP_PATH, issuer).href
  const store = createOAuthStore(database.db)
  const sealing = createSealing(config.sessionSecret, 'oauth')
  const tokens = createTokenService({
    store,
    bridges: bridges.service,
    bridgeStore: createBridgeStore(database.db),
    database,
    limits,
    renewed: (bridge) => bridges.changed(bridge, []),
    sealing,
    clock,
    resource,
  })
  const consent = createConsentService({
    store,
    documents: createClientDocuments({ ...outside, clock, ca }),
    bridges: bridges.service,
    accounts,
    limits,
    sealing,
    clock,
    issuer,
    resource,
  })
  everyHour(() => store.forgetUnusedClients(clock.now()))
  whenSetBack(store.setBack)
  const removing = whenDue({
    kind: 'oauth-abandoned',
    everySeconds: 30,
    query: ABANDONED_GRANT,
    async run(_found, repeatAfter) {
      if (await tokens.removeAbandoned()) repeatAfter(0)
    },
    failed: (error) => logger.error({ err: error }, 'Connected apps that never came could not be removed'),
  })
  runs({ stop: removing.stop })
  const isOn = config.isMcp && isOAuthAt(issuer)
  http.register(oauthRoutes, { oauth: isOn ? { consent, tokens } : null, issuer, resource })
}
