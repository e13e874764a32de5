import { createHash } from 'node:crypto'
import type { BridgeClient } from '@senca/contract/bridges'
import type { OAuthConsentRequest, OAuthRequestAnswer } from '@senca/contract/oauth'
import * as z from 'zod/mini'
import type { AccountService } from '#features/accounts/index.ts'
import type { BridgeService } from '#features/bridges/index.ts'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Sealing } from '#platform/sealing.ts'
import { type AuthorizationRequest, readAuthorizationRequest } from './authorization-request.ts'
import type { ClientDocuments } from './client-documents.ts'
import type { ClientMetadata } from './client-metadata.ts'
import { CODE_MS, type OAuthStore } from './oauth.store.ts'
import { hostOf, isOneOf, withParameters } from './redirect-uris.ts'

/** What a code says. It is sealed, so that nothing of it is stored. */
export const codeSchema = z.object({
  bridgeId: z.uuid(),
  clientId: z.string(),
  redirectHash: z.string(),
  challenge: z.string(),
  until: z.number(),
})
export const CODE_CONTEXT = 'code'

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

interface ConsentServiceOptions {
  store: Pick<OAuthStore, 'useClient' | 'insertGrant'>
  documents: ClientDocuments
  bridges: Pick<BridgeService, 'create'>
  accounts: Pick<AccountService, 'assertConfirmed'>
  limits: Pick<LimitService, 'take'>
  sealing: Pick<Sealing, 'seal'>
  clock: Clock
  issuer: string
  resource: string
}

type Known = AuthorizationRequest & { client: ClientMetadata; shown: BridgeClient }

/** What the page does where a person lets a client in: consent makes a bridge [BR44]. */
export function createConsentService(options: ConsentServiceOptions) {
  const { store, documents, bridges, accounts, limits, sealing, clock, issuer, resource } = options

  const findClient = (id: string): Promise<ClientMetadata | null> =>
    z.uuid().safeParse(id).success ? store.useClient(id, clock.now()) : documents.find(id)

  /** Throws `account_confirmation_required`, `too_many_requests`, `malformed_request`. */
  const read = async (actor: AccountActor, query: string): Promise<Known> => {
    await accounts.assertConfirmed(actor)
    const request = readAuthorizationRequest(query, resource)
    if (request === null) throw new ApiError('malformed_request', { key: 'query' })
    await limits.take([LIMIT_RULES.oauthRequestsByAccount, actor.accountId])
    const client = await findClient(request.clientId)
    if (client === null) throw new ApiError('malformed_request', { key: 'client_id' })
    if (!isOneOf(client.redirectUris, request.redirectUri))
      throw new ApiError('malformed_request', { key: 'redirect_uri' })
    const host = URL.canParse(request.clientId) ? hostOf(request.clientId) : null
    const shown = { name: client.name, host, redirectHost: hostOf(request.redirectUri) }
    return { ...request, client, shown }
  }

  /** The address of the client with an answer; `iss` says from whom it is (RFC 9207). */
  const answer = ({ redirectUri, state }: AuthorizationRequest, parameters: Record<string, string>) =>
    withParameters(redirectUri, { ...parameters, state, iss: issuer })

  return {
    /**
     * What a client asks for. Throws `account_confirmation_required`, `too_many_requests`, and `malformed_request` where the browser
     * cannot be sent back: with key `query`, `client_id` for an unknown client, `redirect_uri` for an address that is not of it.
     */
    async request(actor: AccountActor, query: string): Promise<OAuthRequestAnswer> {
      const known = await read(actor, query)
      const error = 'error' in known.asked ? known.asked.error : null
      return {
        client: known.shown,
        scopes: 'error' in known.asked ? [] : known.asked.scopes,
        error,
        back: answer(known, { error: error ?? 'access_denied' }),
      }
    },

    /** Makes the bridge of a client, and a code for it. Throws like `request` and like `create` of bridges. */
    async consent(
      actor: AccountActor,
      { query, password, ...terms }: OAuthConsentRequest,
      caller: Caller,
    ): Promise<{ to: string }> {
      const known = await read(actor, query)
      const { asked, clientId, redirectUri, shown } = known
      if ('error' in asked) throw new ApiError('malformed_request', { key: 'query' })
      const now = clock.now()
      const { id } = await bridges.create(
        actor,
        { ...terms, kind: 'agent' },
        { password, caller },
        {
          client: shown,
          letIn: (queries, bridgeId) => store.insertGrant(queries, { bridgeId, clientId, createdAt: now }),
        },
      )
      const code = sealing.seal(
        JSON.stringify({
          bridgeId: id,
          clientId,
          redirectHash: hashOf(redirectUri),
          challenge: asked.challenge,
          until: now.getTime() + CODE_MS,
        } satisfies z.infer<typeof codeSchema>),
        CODE_CONTEXT,
      )
      return { to: answer(known, { code }) }
    },
  }
}

export type ConsentService = ReturnType<typeof createConsentService>
