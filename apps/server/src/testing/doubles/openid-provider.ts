import { createServer } from 'node:http'
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose'
import type { Clock } from '#platform/clock.ts'
import { startOnLoopback } from './loopback-server.ts'

type Algorithm = 'RS256' | 'ES256' | 'PS256'

interface SigningKey {
  kid: string
  algorithm: Algorithm
  privateKey: CryptoKey
  publicKey: CryptoKey
}

interface Signing {
  key?: SigningKey
  /** Replaces fields of the header, but not the signing key. */
  header?: Record<string, string>
}

/** A fake OpenID provider on this machine with its own keys. */
export async function createOpenIdProvider({ clock }: { clock: Pick<Clock, 'now'> }) {
  let keyCount = 0
  const createKey = async (algorithm: Algorithm = 'RS256'): Promise<SigningKey> => {
    keyCount += 1
    return { kid: `key-${keyCount}`, algorithm, ...(await generateKeyPair(algorithm)) }
  }
  let keys = [await createKey(), await createKey('ES256')]
  const fetched = { discovery: 0, keys: 0 }
  /** The answer to use instead, while it is set. */
  let broken: ((path: string) => { status: number; body: string; location?: string } | null) | null = null

  const publicKeys = async (): Promise<JWK[]> =>
    Promise.all(
      keys.map(async ({ kid, algorithm, publicKey }) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg: algorithm,
        use: 'sig',
      })),
    )

  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const instead = broken?.(path) ?? null
    if (instead !== null) {
      const { status, body, location } = instead
      response.writeHead(status, location === undefined ? {} : { location }).end(body)
      return
    }
    const isDiscovery = path === '/.well-known/openid-configuration'
    if (isDiscovery) fetched.discovery += 1
    else fetched.keys += 1
    const document = isDiscovery ? { issuer, jwks_uri: `${issuer}/keys` } : { keys: await publicKeys() }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  })
  const { url: issuer, close } = await startOnLoopback(server)

  const now = () => Math.floor(clock.now().getTime() / 1_000)
  let tokenCount = 0
  const claimsOf = (claims: JWTPayload): JWTPayload => {
    tokenCount += 1
    return { iss: issuer, jti: `${tokenCount}`, iat: now(), exp: now() + 3_600, ...claims }
  }

  const signer = (index: number): SigningKey => {
    const key = keys[index]
    if (key === undefined) throw new Error('The provider has no such key')
    return key
  }

  return {
    issuer,
    fetched,
    claimsOf,
    createKey,
    /** The signing key: by default RS256; 1 is ES256. */
    signer,
    now,
    /** Creates an id token; a claim that is undefined is left out. */
    async sign(claims: JWTPayload, { key = signer(0), header = {} }: Signing = {}): Promise<string> {
      return new SignJWT(claimsOf(claims))
        .setProtectedHeader({ alg: key.algorithm, kid: key.kid, ...header })
        .sign(key.privateKey)
    },
    publicKeyPem: () => exportSPKI(signer(0).publicKey),
    /** Adds a key to the published ones. */
    publish(key: SigningKey) {
      keys = [...keys, key]
    },
    /** Uses new signing keys from now on. */
    async rotate() {
      keys = [await createKey(), await createKey('ES256')]
    },
    breakWith(how: typeof broken) {
      broken = how
    },
    close,
  }
}

export type OpenIdProvider = Awaited<ReturnType<typeof createOpenIdProvider>>
