import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'

const registeredSchema = z.object({ client_id: z.string() })
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
})
const tokensSchema = z.object({ access_token: z.string() })

/** Characters that mean something in an address, and some that stand nowhere: they have to come back as they were. */
export const AGENT_STATE = 'a+b %20&x=1#"<é>\u202e😀?;\'\\'

/** A program on this computer that asks to be let in, and waits for the answer at an address of its own. */
export async function startAgent(server: { url: string }, name: string) {
  const get = async (path: string): Promise<unknown> => (await fetch(`${server.url}${path}`)).json()
  const metadata = metadataSchema.parse(await get('/.well-known/oauth-authorization-server'))
  const at = (address: string) => address.replace(metadata.issuer, server.url)
  const answers: URLSearchParams[] = []
  const listening = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    if (pathname === '/back') answers.push(searchParams)
    response.end('<!doctype html><title>Agent</title><h1>Back at the agent</h1>')
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = Object(listening.address()) as AddressInfo
  const redirectUri = `http://127.0.0.1:${port}/back`
  const registered = await fetch(at(metadata.registration_endpoint), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
  })
  const { client_id } = registeredSchema.parse(await registered.json())
  const verifier = randomBytes(32).toString('base64url')

  return {
    host: `127.0.0.1:${port}`,
    /** The parameters of each visit of the browser after a decision. */
    answers,
    /** Where the agent sends the browser. */
    page(more: Record<string, string> = {}): string {
      const query = new URLSearchParams({
        client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        resource: `${metadata.issuer}/mcp`,
        scope: 'devices:read devices:command activity:read',
        state: AGENT_STATE,
        ...more,
      })
      return `${at(metadata.authorization_endpoint)}?${query}`
    },
    /** The status of MCP for a token that the agent gets for its code. */
    async use(): Promise<number> {
      const code = answers.at(-1)?.get('code') ?? ''
      const exchanged = await fetch(at(metadata.token_endpoint), {
        method: 'POST',
        body: new URLSearchParams({
          ...{ grant_type: 'authorization_code', code, code_verifier: verifier, client_id },
          redirect_uri: redirectUri,
        }),
      })
      const { access_token } = tokensSchema.parse(await exchanged.json())
      const called = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${access_token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
      return called.status
    },
    stop: () => void listening.close(),
  }
}

export type Agent = Awaited<ReturnType<typeof startAgent>>
