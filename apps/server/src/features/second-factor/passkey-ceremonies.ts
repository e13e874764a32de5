import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as z from 'zod/mini'
import { isLoopbackName } from '#platform/http/loopback.ts'

/** The COSE numbers of EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]
/**
 * Other formats contain certificates of manufacturers. They are not needed, and checking them would send requests to foreign
 * hosts.
 */
const ATTESTATIONS = new Set(['none', 'packed'])
const MAX_TEXT = 32_768

const text = z.string().check(z.minLength(1), z.maxLength(MAX_TEXT), z.regex(/^[A-Za-z0-9_-]+$/))
const credentialId = z.string().check(z.minLength(1), z.maxLength(1_400), z.regex(/^[A-Za-z0-9_-]+$/))
export const transportsSchema = z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))

const attestationSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z._default(transportsSchema, []),
  }),
})
const assertionSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.nullish(z.string().check(z.maxLength(128))),
  }),
})

export interface Passkey {
  id: string
  /** COSE, base64url. */
  publicKey: string
  counter: number
  transports: string[]
}

/** The passkey that a credential names, and the account for which the authenticator keeps it; null where it names none. */
export function readCredential(credential: unknown): { id: string; accountId: string } | null {
  const parsed = assertionSchema.safeParse(credential)
  const handle = parsed.success ? (parsed.data.response.userHandle ?? null) : null
  if (!parsed.success || handle === null) return null
  return { id: parsed.data.id, accountId: Buffer.from(handle, 'base64url').toString() }
}

interface Person {
  accountId: string
  email: string
}

/** Loaded with the first passkey, because it takes longer to load than any other library of the server. */
const loadWebAuthn = () => import('@simplewebauthn/server')
const loadHelpers = () => import('@simplewebauthn/server/helpers')

/** Checks a challenge against its hash, because only the hash is stored. */
type IsChallenge = (challenge: string) => boolean

/** Whether the authenticator must check by PIN, finger or face who uses it, and not only that somebody touches it. */
export type Verification = 'required' | 'preferred'

/** The WebAuthn ceremonies of this server. A result that cannot be verified is null, whatever the cause. */
export function createPasskeyCeremonies({ publicUrl }: { publicUrl: string }) {
  const { hostname } = new URL(publicUrl)
  const isLoopback = isLoopbackName(hostname)
  // An IP address cannot be a relying party, so passkeys on this machine belong to localhost.
  const rpId = isLoopback ? 'localhost' : hostname

  /** The allowed origins of a page: the public URL; on this machine also the host of the request. */
  const originsFor = (host: string): string[] => {
    const port = /:(\d+)$/.exec(host)?.[1]
    return isLoopback && port !== undefined ? [publicUrl, `http://localhost:${port}`] : [publicUrl]
  }

  return {
    async registrationOptions({ accountId, email }: Person, existing: readonly Passkey[]) {
      const { generateRegistrationOptions } = await loadWebAuthn()
      return generateRegistrationOptions({
        rpName: 'Senca',
        rpID: rpId,
        userName: email,
        userID: Uint8Array.from(Buffer.from(accountId)),
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: existing.map(({ id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      })
    },

    async verifyRegistration(
      credential: unknown,
      isChallenge: IsChallenge,
      host: string,
    ): Promise<Passkey | null> {
      const parsed = attestationSchema.safeParse(credential)
      if (!parsed.success) return null
      const { transports } = parsed.data.response
      const response: RegistrationResponseJSON = { ...parsed.data, clientExtensionResults: {} }
      const { verifyRegistrationResponse } = await loadWebAuthn()
      const { decodeAttestationObject } = await loadHelpers()
      try {
        const attestation = Buffer.from(parsed.data.response.attestationObject, 'base64url')
        if (!ATTESTATIONS.has(decodeAttestationObject(Uint8Array.from(attestation)).get('fmt'))) return null
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response,
          expectedChallenge: isChallenge,
          expectedOrigin: originsFor(host),
          expectedRPID: rpId,
          requireUserVerification: false,
          supportedAlgorithmIDs: ALGORITHMS,
        })
        if (!verified || registrationInfo.credential.id !== response.id) return null
        const { id, publicKey, counter } = registrationInfo.credential
        return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
      } catch {
        return null
      }
    },

    /** Without passkeys the browser offers those that it knows itself. */
    async authenticationOptions(passkeys: readonly Passkey[], verification: Verification) {
      const { generateAuthenticationOptions } = await loadWebAuthn()
      return generateAuthenticationOptions({
        rpID: rpId,
        userVerification: verification,
        allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
      })
    },

    /** Returns the id of the passkey and its new counter. */
    async verifyAuthentication(
      credential: unknown,
      passkeys: readonly Passkey[],
      isChallenge: IsChallenge,
      host: string,
      verification: Verification,
    ): Promise<{ id: string; counter: number } | null> {
      const parsed = assertionSchema.safeParse(credential)
      const passkey = parsed.success ? passkeys.find(({ id }) => id === parsed.data.id) : undefined
      if (!parsed.success || passkey === undefined) return null
      const { clientDataJSON, authenticatorData, signature } = parsed.data.response
      const response: AuthenticationResponseJSON = {
        ...parsed.data,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      }
      const { id, publicKey, counter } = passkey
      const { verifyAuthenticationResponse } = await loadWebAuthn()
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response,
          expectedChallenge: isChallenge,
          expectedOrigin: originsFor(host),
          expectedRPID: rpId,
          requireUserVerification: verification === 'required',
          credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter },
        })
        return verified ? { id, counter: authenticationInfo.newCounter } : null
      } catch {
        return null
      }
    },
  }
}

export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>
