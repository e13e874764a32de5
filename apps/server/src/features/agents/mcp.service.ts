import type { BridgeScope } from '@senca/contract/bridges'
import type { FastifyRequest } from 'fastify'
import type { BridgeAccess } from '#features/bridges/index.ts'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import type { BridgeActor } from '#features/rights/index.ts'
import { readBearer } from '#features/sessions/index.ts'
import { ApiError } from '#platform/errors.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { Mcp } from './mcp-handler.ts'
import { type McpRequest, readMcpRequest, type ToolCall } from './mcp-request.ts'
import type { Tool } from './tool.ts'

interface McpServiceOptions {
  tools: readonly Tool[]
  access: Pick<BridgeAccess, 'authenticate' | 'isOfBridge'>
  limits: Pick<LimitService, 'consumeSeveral'>
  /** Loads the protocol with the first request, because most servers never have one. */
  load(): Promise<Mcp>
  publicUrl: string
}

export type McpOutcome =
  | { kind: 'answered'; response: Response }
  /** A tool that the token may not call. */
  | { kind: 'out of scope'; scope: BridgeScope }

/** Lets agents in by the tokens of their connected apps, counts what they do, and answers them. */
export function createMcpService({ tools, access, limits, load, publicUrl }: McpServiceOptions) {
  const toolByName = new Map(tools.map((tool) => [tool.name, tool]))
  let loading: Promise<Mcp> | null = null

  /** The bridge of a bearer token; a cookie is ignored. Throws `api_token_missing`, `api_token_invalid`. */
  const authenticate = async (request: FastifyRequest): Promise<BridgeActor> => {
    const bearer = readBearer(request.headers.authorization)
    if (bearer.kind === 'none') throw new ApiError('api_token_missing')
    if (bearer.kind !== 'token' || !access.isOfBridge(bearer.token)) throw new ApiError('api_token_invalid')
    return access.authenticate(bearer.token, callerOf(request), { isOfAgents: true })
  }

  const commandsIn = ({ name, input }: ToolCall): number => {
    const tool = toolByName.get(name)
    return tool?.commandsIn !== undefined && tool.input.safeParse(input).success ? tool.commandsIn(input) : 0
  }

  /** Throws `too_many_requests`. */
  const count = async ({ id }: BridgeActor, { calls, others }: McpRequest) => {
    await limits.consumeSeveral([LIMIT_RULES.mcpMessagesByBridge, id], others)
    await limits.consumeSeveral([LIMIT_RULES.mcpCallsByBridge, id], calls.length)
    const commands = calls.reduce((sum, call) => sum + commandsIn(call), 0)
    await limits.consumeSeveral([LIMIT_RULES.mcpCommandsByBridge, id], commands)
  }

  return {
    /** Throws the errors of a token, `insufficient_permission` while the app is paused, and `too_many_requests`. */
    async answer(
      request: FastifyRequest,
      text: string,
      headers: Readonly<Record<string, string>>,
    ): Promise<McpOutcome> {
      const bridge = await authenticate(request)
      const asked = readMcpRequest(text)
      const outside = asked.calls.flatMap(({ name }) => {
        const scope = toolByName.get(name)?.scope
        return scope === undefined || bridge.scopes.includes(scope) ? [] : scope
      })[0]
      if (outside !== undefined) return { kind: 'out of scope', scope: outside }
      await count(bridge, asked)
      loading ??= load()
      const mcp = await loading
      const url = new URL('/mcp', publicUrl)
      const response = await mcp.fetch(new Request(url, { method: 'POST', headers, body: text }), {
        ...bridge,
        via: asked.client,
      })
      return { kind: 'answered', response }
    },
  }
}

export type McpService = ReturnType<typeof createMcpService>
