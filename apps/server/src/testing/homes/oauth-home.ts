import { createHash, randomBytes } from 'node:crypto'
import { oauthConsentAnswerSchema, oauthRequestAnswerSchema } from '@senca/contract/oauth'
import * as z from 'zod/mini'
import type { TestApp } from '../test-app.ts'
import type { Answer, TestClient } from '../test-client.ts'
import { API, newAppName } from './bridge-home.ts'
import { createPerson } from './role-home.ts'
import { moveIn } from './test-home.ts'

/** The public address of test apps, and what of it is for agents. */
export const ISSUER = 'http://localhost:8080'
export const RESOURCE = `${ISSUER}/mcp`
export const CALLBACK = 'http://127.0.0.1:7171/callback'

export const tokensSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string(),
  scope: z.string(),
})
export type TestTokens = z.infer<typeof tokensSchema>
const registeredSchema = z.object({ client_id: z.string() })

export const postForm = (
  { url }: { url: string },
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/oauth/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) })

export const registerClient = async (app: { url: string }, more: object = {}): Promise<string> => {
  const answer = await fetch(`${app.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Helper', redirect_uris: [CALLBACK], ...more }),
  })
  return registeredSchema.parse(await answer.json()).client_id
}

/** A request as a client makes it, and the verifier that belongs to it. */
export function newRequest(clientId: string, more: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: RESOURCE,
    scope: 'devices:read',
    state: 'as it came',
    ...more,
  })
  return { verifier, query: query.toString() }
}

export const askOAuth = (person: TestClient, call: 'request' | 'consent', json: object): Promise<Answer> =>
  person.api('POST', `${API}/oauth/${call}`, { json })

export const readRequest = async (person: TestClient, query: string) =>
  oauthRequestAnswerSchema.parse(await person.ok(askOAuth(person, 'request', { query })))

/** Lets a client in, and returns where the browser goes. */
export const consentTo = async (
  person: TestClient,
  query: string,
  deviceIds: readonly string[],
  more: object = {},
): Promise<URL> => {
  const grants = Object.fromEntries(deviceIds.map((id) => [id, { permissions: ['view'] }]))
  const answer = await person.ok(askOAuth(person, 'consent', { query, name: newAppName(), grants, ...more }))
  return new URL(oauthConsentAnswerSchema.parse(answer).to)
}

export const codeOf = (to: URL): string => to.searchParams.get('code') ?? ''

/** A client that a person has let in, before it has exchanged its code. */
export async function letIn(
  app: { url: string; resource?: string },
  person: TestClient,
  deviceIds: readonly string[],
  more: object = {},
) {
  const { resource = RESOURCE } = app
  const clientId = await registerClient(app)
  const { verifier, query } = newRequest(clientId, { resource })
  const code = codeOf(await consentTo(person, query, deviceIds, more))
  const form = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    client_id: clientId,
    redirect_uri: CALLBACK,
    resource,
  }
  const exchange = (changed: Record<string, string> = {}) => postForm(app, 'token', { ...form, ...changed })
  const refresh = (token: string, changed: Record<string, string> = {}) =>
    postForm(app, 'token', {
      ...{ grant_type: 'refresh_token', refresh_token: token, client_id: clientId, resource },
      ...changed,
    })
  return {
    clientId,
    code,
    form,
    exchange,
    refresh,
    tokens: async () => tokensSchema.parse(await (await exchange()).json()),
    refreshed: async (token: string) => tokensSchema.parse(await (await refresh(token)).json()),
  }
}

/** The answer of MCP to a token: its status, and the names of the devices that it lists. */
export async function listBy({ url }: { url: string }, token: string) {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'list_devices', arguments: {} },
    }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** A person with a shade that an app can be let in to. */
export async function createOAuthHome(app: TestApp) {
  // There are more registrations than an address may make in an hour.
  await app.database.pool.query('delete from rate_limits')
  const anna = await createPerson(app)
  const shade = await moveIn(app, anna, 'roller_shutter', { state: { position: 0.25 }, name: 'Kitchen' })
  return { anna, shade }
}

/** The status and the error of an answer in the form of OAuth. */
export const oauthErrorOf = async (answer: Response) => [answer.status, Object(await answer.json()).error]
