import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import * as z from 'zod/mini'

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
