import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { BridgeScope } from '@senca/contract/bridges'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { TestApp } from '../test-app.ts'
import { createBridge } from './bridge-home.ts'
import { createPerson } from './role-home.ts'
import { moveIn } from './test-home.ts'

const MODERN = '2026-07-28'

const resultSchema = z.object({
  structuredContent: z.record(z.string(), z.unknown()),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  isError: z.optional(z.boolean()),
})

/** A program with the token of a connected app, by the SDK of the protocol. */
export async function connectAgent(
  { url }: { url: string },
  secret: string,
  { isModern = true }: { isModern?: boolean } = {},
) {
  const client = new Client(
    { name: 'Test client', version: '1' },
    isModern ? { versionNegotiation: { mode: { pin: MODERN } } } : {},
  )
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: { token: async () => secret } }),
  )
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = resultSchema.parse(await client.callTool({ name, arguments: args }))
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent)
    return result
  }
  return {
    client,
    call,
    read: async (name: string, args?: Record<string, unknown>) => (await call(name, args)).structuredContent,
  }
}

/** Sends a message as it is, with a token or without. */
export const postToAgents = (
  { url }: { url: string },
  secret: string | null,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** The message of an answer, which old clients get as the only event of a stream. */
export const messageOf = async (answer: Response): Promise<unknown> => {
  const text = await answer.text()
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
}

export const callOf = (name: string, args: object = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

/** A person with a shade, whose programs of kind agent are made and connected by the test. */
export async function createAgentHome(app: TestApp) {
  const anna = await createPerson(app)
  const shade = await moveIn(app, anna, 'roller_shutter', { state: { position: 0.25 }, name: 'Kitchen' })
  const clients: Client[] = []
  return {
    anna,
    shade,
    agent: (deviceIds: readonly string[], scopes: readonly BridgeScope[], more: object = {}) =>
      createBridge(anna, deviceIds, { kind: 'agent', scopes, ...more }),
    async connect(secret: string, options: { isModern?: boolean } = {}) {
      const agent = await connectAgent(app, secret, options)
      clients.push(agent.client)
      return agent
    },
    async end() {
      for (const client of clients) await client.close()
      await shade.device.end()
    },
  }
}
export type AgentHome = Awaited<ReturnType<typeof createAgentHome>>
