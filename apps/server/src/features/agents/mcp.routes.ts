import { BRIDGE_SCOPES } from '@senca/contract/bridges'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ApiError } from '#platform/errors.ts'
import { isLoopbackName } from '#platform/http/loopback.ts'
import type { McpService } from './mcp.service.ts'

export const MCP_PATH = '/mcp'
const METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`

/** Whether clients can be let in by OAuth. Codes and tokens cross the network, so they need https, except on this machine [BR43]. */
export const isOAuthAt = (publicUrl: string): boolean =>
  publicUrl.startsWith('https:') || isLoopbackName(new URL(publicUrl).hostname)

interface McpRoutesOptions {
  mcp: McpService | null
  publicUrl: string
  /** Whether clients can be let in by OAuth. */
  isOAuth: boolean
}

/** Headers of the protocol. Those of the connection, and the token, stay here. */
const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      (name === 'accept' || name === 'content-type' || name.startsWith('mcp-')) && typeof value === 'string'
        ? [[name, value]]
        : [],
    ),
  )

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type')
  if (type !== null) reply.header('content-type', type)
  const allow = response.headers.get('allow')
  if (allow !== null) reply.header('allow', allow)
  return reply.code(response.status).send(await response.text())
}

/** MCP for agents: one address without sessions [BR41]. */
export const mcpRoutes: FastifyPluginAsyncZod<McpRoutesOptions> = async (
  app,
  { mcp, publicUrl, isOAuth },
) => {
  const metadata = new URL(METADATA_PATH, publicUrl).href
  /** Says where a client learns how to be let in [BR42]. */
  const challenge = (reply: FastifyReply, error: string | null, scopes: readonly string[]) =>
    reply.header(
      'www-authenticate',
      [
        'Bearer',
        [
          ...(error === null ? [] : [`error="${error}"`]),
          `resource_metadata="${metadata}"`,
          `scope="${scopes.join(' ')}"`,
        ].join(', '),
      ].join(' '),
    )

  if (mcp === null) {
    for (const path of [MCP_PATH, METADATA_PATH])
      app.all(path, { schema: { hide: true } }, () => {
        throw new ApiError('resource_not_found')
      })
    return
  }

  app.get(METADATA_PATH, { schema: { hide: true } }, () => ({
    resource: new URL(MCP_PATH, publicUrl).href,
    ...(isOAuth ? { authorization_servers: [publicUrl] } : {}),
    resource_name: 'Senca',
    bearer_methods_supported: ['header'],
    scopes_supported: [...BRIDGE_SCOPES],
  }))

  app.route({
    method: ['GET', 'DELETE'],
    url: MCP_PATH,
    schema: { hide: true },
    handler: (_request, reply) => reply.code(405).header('allow', 'POST').send(),
  })

  app.post(MCP_PATH, { config: { rawBody: true }, schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
    const outcome = await mcp.answer(request, text, headersOf(request)).catch((error: unknown) => {
      const isUnknown =
        error instanceof ApiError && (error.status ?? 0) === 0 && /^api_token_/.test(error.code)
      if (isUnknown)
        challenge(reply, error.code === 'api_token_invalid' ? 'invalid_token' : null, ['devices:read'])
      throw error
    })
    if (outcome.kind === 'answered') return send(reply, outcome.response)
    challenge(reply, 'insufficient_scope', [outcome.scope])
    return reply.code(403).send({
      error: 'insufficient_scope',
      error_description: 'The token does not have the scope of this tool.',
    })
  })
}
