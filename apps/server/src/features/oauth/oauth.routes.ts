import { BRIDGE_SCOPES } from '@senca/contract/bridges'
import {
  oauthConsentAnswerSchema,
  oauthConsentRequestSchema,
  oauthRequestAnswerSchema,
  oauthRequestSchema,
} from '@senca/contract/oauth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import { callerOf } from '#platform/http/caller.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { ConsentService } from './consent.service.ts'
import type { TokenService } from './token.service.ts'

const METADATA_PATH = '/.well-known/oauth-authorization-server'
const TOKEN_PATH = '/oauth/token'
const REGISTER_PATH = '/oauth/register'
const REVOKE_PATH = '/oauth/revoke'
/** The page of the web app where a person lets a client in. */
const PAGE_PATH = '/connect'
const BODY_MAX_BYTES = 20_000

const DESCRIPTIONS = {
  invalid_request: 'A parameter is missing, is there twice, or is malformed.',
  invalid_grant: 'The code or token is not valid, has expired, was used before, or is of another client.',
  invalid_scope: 'The scope goes beyond what was granted.',
  invalid_target: 'The resource is not the one of this server.',
  unsupported_grant_type: 'The grant types are authorization_code and refresh_token.',
  invalid_client_metadata: 'The metadata of the client is not valid.',
  invalid_redirect_uri:
    'A redirect URI has to be an https address without a fragment, or http on localhost, 127.0.0.1 or [::1].',
} as const

const textOf = ({ body }: FastifyRequest): string => (Buffer.isBuffer(body) ? body.toString('utf8') : '')

/** The fields of a form; null for another body, and if a field is there twice. */
function readForm(request: FastifyRequest): Map<string, string> | null {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return null
  const fields = [...new URLSearchParams(textOf(request))].filter(([, value]) => value !== '')
  const form = new Map(fields)
  return form.size === fields.length ? form : null
}

const refuse = (reply: FastifyReply, error: keyof typeof DESCRIPTIONS) =>
  reply.code(400).send({ error, error_description: DESCRIPTIONS[error] })

interface OAuthRoutesOptions {
  /** Null where no client can be let in. */
  oauth: { consent: ConsentService; tokens: TokenService } | null
  issuer: string
  resource: string
}

/** The calls of clients, in the form of their standards, and those of the page where a person lets one in. */
export const oauthRoutes: FastifyPluginAsyncZod<OAuthRoutesOptions> = async (
  app,
  { oauth, issuer, resource },
) => {
  if (oauth === null) {
    for (const url of [METADATA_PATH, TOKEN_PATH, REGISTER_PATH, REVOKE_PATH])
      app.all(url, { schema: { hide: true } }, () => {
        throw new ApiError('resource_not_found')
      })
  }
  const { consent, tokens } = oauth ?? { consent: null, tokens: null }
  const ofPage = { access: 'api-token', namesFaults: true } as const

  app.post(
    '/auth/api/v1/oauth/request',
    {
      // It may wait for the server of the app.
      config: { ...ofPage, isQueued: false },
      schema: {
        summary: 'Read the request of an app that sent a browser to the consent page',
        body: oauthRequestSchema,
        response: { 200: oauthRequestAnswerSchema },
      },
    },
    (request) => {
      if (consent === null) throw new ApiError('resource_not_found')
      return consent.request(actorOf(request), request.body.query)
    },
  )

  app.post(
    '/auth/api/v1/oauth/consent',
    {
      config: ofPage,
      schema: {
        summary: 'Allow an app as a connected app; the answer is the address to which the browser goes',
        body: oauthConsentRequestSchema,
        response: { 200: oauthConsentAnswerSchema },
      },
    },
    (request) => {
      if (consent === null) throw new ApiError('resource_not_found')
      return consent.consent(actorOf(request), request.body, callerOf(request))
    },
  )

  if (tokens === null) return

  app.get(METADATA_PATH, { schema: { hide: true } }, () => ({
    issuer,
    authorization_endpoint: `${issuer}${PAGE_PATH}`,
    token_endpoint: `${issuer}${TOKEN_PATH}`,
    registration_endpoint: `${issuer}${REGISTER_PATH}`,
    revocation_endpoint: `${issuer}${REVOKE_PATH}`,
    scopes_supported: [...BRIDGE_SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [resource],
  }))

  const config = { rawBody: true } as const
  const ofClient = { config, bodyLimit: BODY_MAX_BYTES, schema: { hide: true } }
  const asIs = (reply: FastifyReply) => reply.header('cache-control', 'no-store').header('pragma', 'no-cache')

  app.post(REGISTER_PATH, ofClient, async (request, reply) => {
    asIs(reply)
    const registered = await tokens.register(parseJson(textOf(request)), callerOf(request))
    if (typeof registered === 'string') return refuse(reply, registered)
    const { id, metadata, at } = registered
    return reply.code(201).send({
      client_id: id,
      client_id_issued_at: Math.floor(at.getTime() / 1_000),
      ...(metadata.name === null ? {} : { client_name: metadata.name }),
      redirect_uris: metadata.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
  })

  app.post(TOKEN_PATH, ofClient, async (request, reply) => {
    asIs(reply)
    const form = readForm(request)
    const answer = form === null ? 'invalid_request' : await tokens.token(form, callerOf(request))
    return typeof answer === 'string' ? refuse(reply, answer) : reply.send(answer)
  })

  app.post(REVOKE_PATH, ofClient, async (request, reply) => {
    asIs(reply)
    const form = readForm(request)
    const fault = form === null ? 'invalid_request' : await tokens.revoke(form, callerOf(request))
    return fault === null ? reply.send({}) : refuse(reply, fault)
  })
}
