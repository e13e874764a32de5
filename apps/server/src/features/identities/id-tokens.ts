import { type CryptoKey, decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'

const ALGORITHMS = ['RS256', 'ES256'] as const
const SKEW_S = 30
const DAY_S = 86_400
const GOOGLE = 'https://accounts.google.com'
/** Google uses either form of its issuer name. */
const GOOGLE_WITHOUT_SCHEME = 'accounts.google.com'

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().check(z.regex(/^[\x20-\x7e]{1,255}$/)),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.optional(z.string()),
  exp: z.number(),
  nonce: z.optional(z.string().check(z.maxLength(500))),
  email: z.optional(z.string().check(z.maxLength(1_000))),
  // Apple sends this as a string.
  email_verified: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
})

export interface Provider {
  means: 'google' | 'apple'
  issuer: string
  clientId: string
  keys: JWTVerifyGetKey<CryptoKey>
}

/** The verified claims of a provider about a person. */
export interface IdClaims {
  means: Provider['means']
  /** The issuer as configured. */
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  nonce: string | null
  expiresAt: Date
  /** The signed part of the token. The signature itself has more than one valid form, so it does not identify a token. */
  signedPart: string
}

const namesOf = ({ issuer }: Provider): string[] =>
  issuer === GOOGLE ? [issuer, GOOGLE_WITHOUT_SCHEME] : [issuer]

/** Verifies id tokens according to OpenID Connect Core 1.0 §3.1.3.7. Returns null for any invalid token. */
export function createIdTokens({ providers, clock }: { providers: readonly Provider[]; clock: Clock }) {
  /** The provider by the issuer in the token. Two providers with the same issuer are distinguished by the audience. */
  const providerOf = (token: string): Provider | undefined => {
    const claims = claimsSchema.safeParse(decodeJwt(token))
    if (!claims.success) return undefined
    const { iss, aud } = claims.data
    const named = providers.filter((provider) => namesOf(provider).includes(iss))
    return named.find(({ clientId }) => [aud].flat().includes(clientId))
  }

  const verify = async (token: string): Promise<IdClaims | null> => {
    const provider = providerOf(token)
    if (provider === undefined) return null
    const { payload } = await jwtVerify(token, provider.keys, {
      algorithms: [...ALGORITHMS],
      issuer: namesOf(provider),
      audience: provider.clientId,
      clockTolerance: SKEW_S,
      maxTokenAge: DAY_S,
      currentDate: clock.now(),
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
    })
    // A logout token has the same issuer, audience and keys: OpenID Connect Back-Channel Logout 1.0 §2.4.
    if (payload.events !== undefined) return null
    const claims = z.parse(claimsSchema, payload)
    if ([claims.aud].flat().length > 1 && claims.azp !== provider.clientId) return null
    return {
      means: provider.means,
      issuer: provider.issuer,
      subject: claims.sub,
      email: claims.email ?? null,
      isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
      nonce: claims.nonce ?? null,
      expiresAt: new Date((claims.exp + SKEW_S) * 1_000),
      signedPart: token.slice(0, token.lastIndexOf('.')),
    }
  }

  return {
    /** Throws ProviderUnreachable if the keys cannot be read. */
    async verify(token: string): Promise<IdClaims | null> {
      try {
        return await verify(token)
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.core.$ZodError) return null
        throw error
      }
    },
  }
}

export type IdTokens = ReturnType<typeof createIdTokens>
