import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import {
  type Bridge,
  type BridgeService,
  CLIENT_TOKEN_MS,
  createBridgeToken,
  isBridgeToken,
} from '#features/bridges/index.ts'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import { roleStateOf } from '#features/roles/index.ts'
import { hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { addressBlockOf } from '#platform/http/address-block.ts'
import type { Caller } from '#platform/http/caller.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { Sealing } from '#platform/sealing.ts'
import { isResource, readScopes } from './authorization-request.ts'
import { type ClientMetadata, type MetadataFault, readClientMetadata } from './client-metadata.ts'
import { CODE_CONTEXT, codeSchema, hashOf } from './consent.service.ts'
import type { OAuthStore } from './oauth.store.ts'

/** 43 to 128 letters of RFC 7636 §4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/
const REFRESH_CONTEXT = 'refresh'
const ABANDONED_AT_ONCE = 100

/** The content of a refresh token. It is sealed: only its number is stored, so that every earlier one is known to be used. */
const refreshSchema = z.object({ bridgeId: z.uuid(), rotation: z.int() })

/** The errors of RFC 6749 §5.2 and RFC 8707 §2. */
export type TokenError =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'

export interface Tokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

type Form = ReadonlyMap<string, string>

interface TokenServiceOptions {
  store: OAuthStore
  bridges: Pick<BridgeService, 'end'>
  /** Finds a stored bridge. */
  bridgeStore: {
    find(id: string): Promise<Bridge | null>
    findByToken(hash: string, now: Date): Promise<Bridge | null>
  }
  database: Pick<Database, 'db'>
  limits: Pick<LimitService, 'take'>
  /** Called after a bridge got a new token. */
  renewed(bridge: Bridge): Promise<void>
  sealing: Sealing
  clock: Clock
  resource: string
}

/** Registers clients, and gives them tokens for codes and for refresh tokens [BR43]. */
export function createTokenService(options: TokenServiceOptions) {
  const { store, bridges, bridgeStore, database, limits, renewed, sealing, clock, resource } = options

  const failures = (caller: Caller) =>
    [LIMIT_RULES.bridgeFailuresByAddress, addressBlockOf(caller.address)] as const

  /** The bridge that a client may get tokens for; null after its end. */
  const findAlive = async (id: string): Promise<Bridge | null> => {
    const bridge = await bridgeStore.find(id)
    return bridge === null || roleStateOf(bridge, clock.now()) === 'expired' ? null : bridge
  }

  /** Writes the next tokens of a bridge in the transaction that used up what they are for. */
  const issue = async (queries: Queries, bridge: Bridge, rotation: number): Promise<Tokens> => {
    const token = createBridgeToken()
    const tokenUntil = new Date(clock.now().getTime() + CLIENT_TOKEN_MS)
    await store.setToken(queries, { id: bridge.id, tokenHash: hashSecretToken(token), tokenUntil })
    const next = { bridgeId: bridge.id, rotation } satisfies z.infer<typeof refreshSchema>
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: CLIENT_TOKEN_MS / 1_000,
      refresh_token: sealing.seal(JSON.stringify(next), REFRESH_CONTEXT),
      scope: bridge.scopes.join(' '),
    }
  }

  /** Answers with tokens what is used up by this; if it was used before, somebody else has it and the grant ends. */
  const useOnce = async (
    bridge: Bridge,
    rotation: number,
    caller: Caller,
    use: (queries: Queries) => Promise<boolean>,
  ): Promise<Tokens | TokenError> => {
    const tokens = await database.db.transaction(async (queries) =>
      (await use(queries)) ? issue(queries, bridge, rotation) : null,
    )
    if (tokens === null) await bridges.end(bridge, caller)
    else await renewed(bridge)
    return tokens ?? 'invalid_grant'
  }

  const exchange = async (form: Form, caller: Caller): Promise<Tokens | TokenError> => {
    const sealed = form.get('code')
    const verifier = form.get('code_verifier')
    if (sealed === undefined || verifier === undefined || !form.has('redirect_uri')) return 'invalid_request'
    const code = codeSchema.safeParse(parseJson(sealing.open(sealed, CODE_CONTEXT) ?? '')).data
    const isFor =
      code !== undefined &&
      code.clientId === form.get('client_id') &&
      code.redirectHash === hashOf(form.get('redirect_uri') ?? '') &&
      VERIFIER.test(verifier) &&
      code.challenge === hashOf(verifier)
    const bridge = isFor ? await findAlive(code.bridgeId) : null
    const grant = isFor ? await store.findGrant(code.bridgeId) : null
    if (code === undefined || bridge === null || grant === null) return 'invalid_grant'
    // One that was used has to end the grant, however old it is.
    if (grant.rotation === null && code.until <= clock.now().getTime()) return 'invalid_grant'
    return useOnce(bridge, 0, caller, (queries) => store.useCode(queries, bridge.id))
  }

  const refresh = async (form: Form, caller: Caller): Promise<Tokens | TokenError> => {
    const sealed = form.get('refresh_token')
    if (sealed === undefined) return 'invalid_request'
    const token = refreshSchema.safeParse(parseJson(sealing.open(sealed, REFRESH_CONTEXT) ?? '')).data
    const grant = token === undefined ? null : await store.findGrant(token.bridgeId)
    const isOfClient = grant !== null && grant.clientId === form.get('client_id') && grant.rotation !== null
    const bridge = isOfClient ? await findAlive(grant.bridgeId) : null
    if (token === undefined || bridge === null) return 'invalid_grant'
    const scopes = readScopes(form.get('scope') ?? null)
    if (scopes === null || !scopes.every((scope) => bridge.scopes.includes(scope))) return 'invalid_scope'
    return useOnce(bridge, token.rotation + 1, caller, (queries) =>
      store.rotate(queries, bridge.id, token.rotation),
    )
  }

  const exchanges = { authorization_code: exchange, refresh_token: refresh }

  return {
    /** The id of a new client and its metadata, or what is wrong with these. Throws `too_many_requests`. */
    async register(
      raw: unknown,
      caller: Caller,
    ): Promise<{ id: string; metadata: ClientMetadata; at: Date } | MetadataFault> {
      const metadata = readClientMetadata(raw)
      if (typeof metadata === 'string') return metadata
      await limits.take([LIMIT_RULES.oauthRegistrationsByAddress, addressBlockOf(caller.address)])
      const [id, at] = [randomUUID(), clock.now()]
      await store.insertClient(metadata, id, at)
      return { id, metadata, at }
    },

    /** Tokens for a code or a refresh token. Throws `too_many_requests` for an address that has failed too often. */
    async token(form: Form, caller: Caller): Promise<Tokens | TokenError> {
      const type = form.get('grant_type')
      const asked = form.get('resource')
      if (type === undefined || !form.has('client_id')) return 'invalid_request'
      if (type !== 'authorization_code' && type !== 'refresh_token') return 'unsupported_grant_type'
      if (asked !== undefined && !isResource(asked, resource)) return 'invalid_target'
      const answer = await exchanges[type](form, caller)
      // Counted afterwards, so that a client with a good code is let in however many fail beside it.
      if (answer === 'invalid_grant') await limits.take(failures(caller))
      return answer
    },

    /**
     * Ends the grant of a token, if the token is of this client. Anything else than a token is ignored (RFC 7009 §2.2). Throws
     * `too_many_requests` for an address that has failed too often.
     */
    async revoke(form: Form, caller: Caller): Promise<'invalid_request' | null> {
      const token = form.get('token')
      if (token === undefined || !form.has('client_id')) return 'invalid_request'
      const refreshed = refreshSchema.safeParse(parseJson(sealing.open(token, REFRESH_CONTEXT) ?? '')).data
      const ofToken = async () =>
        isBridgeToken(token) ? bridgeStore.findByToken(hashSecretToken(token), clock.now()) : null
      const bridge = await (refreshed === undefined ? ofToken() : bridgeStore.find(refreshed.bridgeId))
      const grant = bridge === null ? null : await store.findGrant(bridge.id)
      if (bridge !== null && grant !== null && grant.clientId === form.get('client_id'))
        await bridges.end(bridge, null)
      else await limits.take(failures(caller))
      return null
    },

    /** Removes bridges whose codes were never exchanged. Returns whether there may be more. */
    async removeAbandoned(): Promise<boolean> {
      const ids = await database.db.transaction((queries) =>
        store.takeAbandoned(queries, clock.now(), ABANDONED_AT_ONCE),
      )
      for (const id of ids) {
        const bridge = await bridgeStore.find(id)
        if (bridge !== null) await bridges.end(bridge, null)
      }
      return ids.length === ABANDONED_AT_ONCE
    },
  }
}

export type TokenService = ReturnType<typeof createTokenService>
