import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CA, issue } from '#testing/doubles/certificates.ts'
import { CALLBACK, consentTo, ISSUER, RESOURCE, readRequest } from '#testing/homes/oauth-home.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

type Stored<Name extends 'tokens' | 'clientInformation'> = Awaited<ReturnType<OAuthClientProvider[Name]>>

let app: TestApp
let anna: Person
let shade: Awaited<ReturnType<typeof moveIn>>
/** What the server of the client answers to those who ask for its document. */
let document: unknown
let documentUrl: string
let closeDocuments: () => void
beforeAll(async () => {
  const authority = issue('Documents', null, [CA])
  const { pem, pair } = issue('localhost', authority, [
    { extname: 'subjectAltName', array: [{ dns: 'localhost' }] },
  ])
  const documents = createServer({ cert: pem, key: pair.privatePem }, (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document)),
  )
  await new Promise<void>((listening) => documents.listen(0, 'localhost', listening))
  const { port } = Object(documents.address()) as AddressInfo
  documentUrl = `https://localhost:${port}/client.json`
  closeDocuments = () => void documents.close()
  app = await createTestApp({ trustedByClients: authority.pem })
  anna = await createPerson(app)
  shade = await moveIn(app, anna, 'roller_shutter', { state: { position: 0.25 }, name: 'Kitchen' })
})
afterAll(async () => {
  await shade.device.end()
  await app.close()
  closeDocuments()
})

const metadata = (more: object = {}) => ({
  client_name: 'Real client',
  redirect_uris: [CALLBACK],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...more,
})

/** The client library of MCP, with what it stores in memory; it reaches the test app at its public address. */
function realClient(clientMetadataUrl?: string) {
  let information: Stored<'clientInformation'>
  let tokens: Stored<'tokens'>
  let verifier = ''
  let sentTo: URL | null = null
  const asked: string[] = []
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: metadata(),
    state: () => 'state of the client',
    clientInformation: () => information,
    saveClientInformation(saved) {
      information = saved
    },
    tokens: () => tokens,
    saveTokens(saved) {
      tokens = saved
    },
    redirectToAuthorization(url) {
      sentTo = url
    },
    saveCodeVerifier(saved) {
      verifier = saved
    },
    codeVerifier: () => verifier,
  }
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(RESOURCE), {
      authProvider: provider,
      fetch: (url, init) => {
        const { pathname } = new URL(url)
        asked.push(pathname)
        return fetch(`${url}`.replace(ISSUER, app.url), init)
      },
    })
  return {
    asked,
    transport,
    sentTo: () => sentTo,
    tokens: () => tokens,
    clientId: () => information?.client_id,
    async connect() {
      const client = new Client({ name: 'Real client', version: '1' })
      await client.connect(transport())
      return client
    },
  }
}

async function listDevices(client: Client): Promise<string> {
  const listed = await client.callTool({ name: 'list_devices', arguments: {} })
  return JSON.stringify(listed)
}

/** Connects without a token, follows the client to the consent page, consents and connects. */
async function letInReal(real: ReturnType<typeof realClient>) {
  await expect(real.connect()).rejects.toThrow(UnauthorizedError)
  const page = real.sentTo()
  expect(`${page?.origin}${page?.pathname}`).toBe(`${ISSUER}/connect`)
  const query = page?.searchParams.toString() ?? ''
  const asked = await readRequest(anna, query)
  expect(asked.error).toBeNull()
  const to = await consentTo(anna, query, [shade.id])
  expect(to.searchParams.get('state')).toBe('state of the client')
  await real.transport().finishAuth(to.searchParams)
  return asked
}

describe('the client library of MCP [BR43]', () => {
  it('registers, is let in, renews its token by itself, and reads devices', async () => {
    const real = realClient()
    expect((await letInReal(real)).client).toEqual({
      name: 'Real client',
      host: null,
      redirectHost: '127.0.0.1:7171',
    })
    expect(real.asked).toContain('/oauth/register')
    const client = await real.connect()
    expect(await listDevices(client)).toContain('Kitchen')
    const before = real.tokens()?.access_token
    app.clock.advance(16 * 60_000)
    expect(await listDevices(client)).toContain('Kitchen')
    expect(real.tokens()?.access_token).not.toBe(before)
    await client.close()
  })

  it('is known by its document, without a registration, with the host of its address', async () => {
    document = metadata({ client_id: documentUrl })
    anna.forgetApiToken()
    const real = realClient(documentUrl)
    const asked = await letInReal(real)
    expect(asked.client).toEqual({
      name: 'Real client',
      host: new URL(documentUrl).host,
      redirectHost: '127.0.0.1:7171',
    })
    expect([real.clientId(), real.asked.includes('/oauth/register')]).toEqual([documentUrl, false])
    const client = await real.connect()
    expect(await listDevices(client)).toContain('Kitchen')
    await client.close()
  })
})
