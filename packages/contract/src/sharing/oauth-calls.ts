import * as z from 'zod/mini'
import { bridgeClientSchema, bridgeCreateRequestSchema, bridgeScopesSchema } from './bridge-calls.ts'

/** The longest request of a client, as the query of the page that asks for consent. */
const QUERY_MAX_LENGTH = 8_000

/** The errors with which a client is answered (RFC 6749 §4.1.2.1, RFC 8707 §2). */
export const OAUTH_ERRORS = [
  'invalid_request',
  'unsupported_response_type',
  'invalid_scope',
  'invalid_target',
] as const
export type OAuthError = (typeof OAUTH_ERRORS)[number]

/** `oauth/request`: what a client asks for. `query` is the query of the page to which the client sent the browser. */
export const oauthRequestSchema = z.strictObject({ query: z.string().check(z.maxLength(QUERY_MAX_LENGTH)) })

/** `oauth/consent`: lets the client in, as a connected app with these terms. They are those of `bridge/create`. */
export const oauthConsentRequestSchema = z.strictObject({
  ...oauthRequestSchema.shape,
  ...z.pick(bridgeCreateRequestSchema, {
    name: true,
    grants: true,
    scopes: true,
    validBefore: true,
    password: true,
  }).shape,
})
export type OAuthConsentRequest = z.infer<typeof oauthConsentRequestSchema>

/**
 * The answer of `oauth/request`: what is asked for, none if the client leaves it open; or the error of a faulty request. `back` is where
 * the browser goes without consent.
 */
export const oauthRequestAnswerSchema = z.object({
  client: bridgeClientSchema,
  scopes: bridgeScopesSchema,
  error: z.nullable(z.enum(OAUTH_ERRORS)),
  back: z.string(),
})
export type OAuthRequestAnswer = z.infer<typeof oauthRequestAnswerSchema>

/** The answer of `oauth/consent`: where the browser goes. */
export const oauthConsentAnswerSchema = z.object({ to: z.string() })
