import * as z from 'zod/mini'
import { parseJson } from '#platform/parse-json.ts'
import { plainText } from './plain-text.ts'

const CLIENT = 'io.modelcontextprotocol/clientInfo'
const CLIENT_NAME_MAX = 40

const messageSchema = z.looseObject({
  method: z.string(),
  params: z.optional(z.looseObject({ name: z.optional(z.unknown()), arguments: z.optional(z.unknown()) })),
})
const clientSchema = z.looseObject({
  params: z.looseObject({
    _meta: z.optional(z.looseObject({ [CLIENT]: z.optional(z.looseObject({ name: z.string() })) })),
  }),
})

export interface ToolCall {
  name: string
  input: unknown
}

/** What a request asks for, as far as it must be known before it is answered. */
export interface McpRequest {
  calls: ToolCall[]
  /** Messages that are no call of a tool. */
  others: number
  /** The name of the client as it says itself; null if it does not. */
  client: string | null
}

/** Reads a body. What cannot be read is left to the protocol, which has answers for it. */
export function readMcpRequest(text: string): McpRequest {
  const parsed = parseJson(text)
  const messages = (Array.isArray(parsed) ? parsed : [parsed]).map((raw) => messageSchema.safeParse(raw).data)
  const calls = messages.flatMap((message): ToolCall[] => {
    const name = message?.method === 'tools/call' ? message.params?.name : undefined
    return typeof name === 'string' ? [{ name, input: message?.params?.arguments ?? {} }] : []
  })
  const [first] = Array.isArray(parsed) ? parsed : [parsed]
  const name = clientSchema.safeParse(first).data?.params._meta?.[CLIENT]?.name
  const client = name === undefined ? '' : plainText(name).slice(0, CLIENT_NAME_MAX)
  return { calls, others: messages.length - calls.length, client: client === '' ? null : client }
}
