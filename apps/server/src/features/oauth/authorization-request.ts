import { BRIDGE_SCOPES, type BridgeScope } from '@senca/contract/bridges'
import type { OAuthError } from '@senca/contract/oauth'

/** SHA-256 as base64url: the only method of PKCE here. */
const CHALLENGE = /^[\w-]{43}$/

export interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  /** Returned to the client as it came; null without one. */
  state: string | null
  /** What the client asks for, or the error with which it is answered. */
  asked: { challenge: string; scopes: BridgeScope[] } | { error: OAuthError }
}

const isOneValue = (parameters: URLSearchParams, name: string): boolean => parameters.getAll(name).length < 2

/** The scopes of this server among those that are asked for; null if some are asked for and none is of this server. */
export function readScopes(text: string | null): BridgeScope[] | null {
  const asked = (text ?? '').split(' ').filter((scope) => scope !== '')
  const known = BRIDGE_SCOPES.filter((scope) => asked.includes(scope))
  return known.length === 0 && asked.length > 0 ? null : known
}

/** Whether an address names this server for agents. */
export const isResource = (asked: string, resource: string): boolean =>
  URL.canParse(asked) && new URL(asked).href === resource

/** Reads a request by which a client asks to be let in. Null where the client or the way back is not known. */
export function readAuthorizationRequest(query: string, resource: string): AuthorizationRequest | null {
  const parameters = new URLSearchParams(query)
  const [clientId, redirectUri, state] = [
    parameters.get('client_id'),
    parameters.get('redirect_uri'),
    parameters.get('state'),
  ]
  if (clientId === null || redirectUri === null) return null
  if (!isOneValue(parameters, 'client_id') || !isOneValue(parameters, 'redirect_uri')) return null
  const refused = (error: OAuthError): AuthorizationRequest => ({
    clientId,
    redirectUri,
    state: isOneValue(parameters, 'state') ? state : null,
    asked: { error },
  })
  const names = [...new Set(parameters.keys())].filter((name) => name !== 'resource')
  if (!names.every((name) => isOneValue(parameters, name))) return refused('invalid_request')
  if (parameters.has('request') || parameters.has('request_uri')) return refused('invalid_request')
  if (parameters.get('response_type') !== 'code')
    return refused(parameters.has('response_type') ? 'unsupported_response_type' : 'invalid_request')
  if ((parameters.get('response_mode') ?? 'query') !== 'query') return refused('invalid_request')
  const challenge = parameters.get('code_challenge') ?? ''
  if (!CHALLENGE.test(challenge) || parameters.get('code_challenge_method') !== 'S256')
    return refused('invalid_request')
  const resources = parameters.getAll('resource')
  if (resources.length === 0 || !resources.every((one) => isResource(one, resource)))
    return refused('invalid_target')
  const scopes = readScopes(parameters.get('scope'))
  return scopes === null
    ? refused('invalid_scope')
    : { clientId, redirectUri, state, asked: { challenge, scopes } }
}
