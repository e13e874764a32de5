import { type CryptoKey, createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { isLoopbackName } from '#platform/http/loopback.ts'
import { fetchDocument, ProviderUnreachable } from './provider-documents.ts'

/** Revoked keys are used for at most this long. */
const MAX_AGE_MS = 3_600_000
/** Tokens with unknown key ids cause a request to the provider at most this often. */
const COOLDOWN_MS = 30_000
const FAILURE_COOLDOWN_MS = 5_000
const MAX_KEYS = 50

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.string().check(z.maxLength(1_000)) })
const text = z.exactOptional(z.string().check(z.maxLength(10_000)))
const keySetSchema = z.object({
  keys: z
    .array(
      z.object({
        kty: z.string(),
        kid: text,
        alg: text,
        use: text,
        key_ops: z.exactOptional(z.array(z.string())),
        n: text,
        e: text,
        crv: text,
        x: text,
        y: text,
      }),
    )
    .check(z.maxLength(MAX_KEYS)),
})

interface Keys {
  find: ReturnType<typeof createLocalJWKSet>
  fetchedAt: number
}

/** The signing keys of an issuer, from its discovery document. Throws ProviderUnreachable if they cannot be read. */
export function createProviderKeys({
  issuer,
  clock,
}: {
  issuer: string
  clock: Clock
}): JWTVerifyGetKey<CryptoKey> {
  let keys: Keys | null = null
  let loading: Promise<Keys> | null = null
  let failure: { at: number; error: ProviderUnreachable } | null = null
  const ageOf = (at: number) => clock.now().getTime() - at

  const fetchKeys = async (): Promise<Keys> => {
    const base = issuer.replace(/\/$/, '')
    const discovery = await fetchDocument(`${base}/.well-known/openid-configuration`, discoverySchema)
    if (discovery.issuer !== issuer) throw new ProviderUnreachable(`${issuer} calls itself otherwise`)
    if (!isTrusted(discovery.jwks_uri, issuer)) {
      throw new ProviderUnreachable(`${issuer} keeps its keys where they cannot be trusted`)
    }
    const keySet = await fetchDocument(discovery.jwks_uri, keySetSchema)
    return { find: createLocalJWKSet(keySet), fetchedAt: clock.now().getTime() }
  }

  /** Concurrent callers share one request to the provider. */
  const load = (): Promise<Keys> => {
    if (failure !== null && ageOf(failure.at) < FAILURE_COOLDOWN_MS) return Promise.reject(failure.error)
    loading ??= fetchKeys()
      .then((fetched) => {
        keys = fetched
        failure = null
        return fetched
      })
      .catch((error: unknown) => {
        if (error instanceof ProviderUnreachable) failure = { at: clock.now().getTime(), error }
        throw error
      })
      .finally(() => {
        loading = null
      })
    return loading
  }

  return async (header, token) => {
    const known = keys !== null && ageOf(keys.fetchedAt) < MAX_AGE_MS ? keys : await load()
    try {
      return await known.find(header, token)
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey
      if (!isUnknown || ageOf(known.fetchedAt) < COOLDOWN_MS) throw error
      return (await load()).find(header, token)
    }
  }
}

function isTrusted(address: string, issuer: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:') return true
  return protocol === 'http:' && isLoopbackName(hostname) && isLoopbackName(new URL(issuer).hostname)
}
