import { describe, expect, it } from 'vitest'
import { readAuthorizationRequest } from './authorization-request.ts'

const RESOURCE = 'https://senca.example/mcp'
const CHALLENGE = 'a'.repeat(43)
const GOOD: Record<string, string> = {
  client_id: 'https://claude.example/client.json',
  redirect_uri: 'https://claude.example/back',
  response_type: 'code',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  resource: RESOURCE,
}
const queryOf = (changed: Record<string, string | null>) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...GOOD, ...changed }))
    if (value !== null) query.append(name, value)
  return query.toString()
}
const errorOf = (query: string) => {
  const asked = readAuthorizationRequest(query, RESOURCE)?.asked
  return asked === undefined ? 'no way back' : 'error' in asked ? asked.error : null
}

describe('a request of a client [BR43]', () => {
  it('is read with the scopes of this server alone', () => {
    expect(
      readAuthorizationRequest(
        queryOf({ state: 'x', scope: 'offline_access devices:read doors:ask openid' }),
        RESOURCE,
      ),
    ).toEqual({
      clientId: GOOD.client_id,
      redirectUri: GOOD.redirect_uri,
      state: 'x',
      asked: { challenge: CHALLENGE, scopes: ['devices:read', 'doors:ask'] },
    })
    expect(errorOf(queryOf({}))).toBeNull()
  })

  it.each<[name: string, changed: Record<string, string | null>, error: string]>([
    ['without a client', { client_id: null }, 'no way back'],
    ['without a way back', { redirect_uri: null }, 'no way back'],
    ['for a token', { response_type: 'token' }, 'unsupported_response_type'],
    ['for nothing', { response_type: null }, 'invalid_request'],
    ['without PKCE', { code_challenge: null }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without a method of PKCE', { code_challenge_method: null }, 'invalid_request'],
    ['with a short challenge', { code_challenge: 'a' }, 'invalid_request'],
    ['without a resource', { resource: null }, 'invalid_target'],
    ['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for the server instead of MCP', { resource: 'https://senca.example' }, 'invalid_target'],
    ['with foreign scopes alone', { scope: 'admin everything' }, 'invalid_scope'],
    ['with a fragment as the way of the answer', { response_mode: 'fragment' }, 'invalid_request'],
    ['with a request object', { request: 'eyJ' }, 'invalid_request'],
  ])('%s is answered %s', (_name, changed, error) => {
    expect(errorOf(queryOf(changed))).toBe(error)
  })

  it.each(['client_id', 'redirect_uri'])('with %s twice has no way back', (name) => {
    expect(errorOf(`${queryOf({})}&${name}=https://evil.example/`)).toBe('no way back')
  })

  it.each(['state', 'scope', 'code_challenge', 'response_type'])('with %s twice is faulty', (name) => {
    expect(errorOf(`${queryOf({ state: 'a', scope: 'devices:read' })}&${name}=x`)).toBe('invalid_request')
  })

  it('for this resource and another one is refused', () => {
    expect(errorOf(`${queryOf({})}&resource=https://other.example/mcp`)).toBe('invalid_target')
  })
})
