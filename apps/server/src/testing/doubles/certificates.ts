import { generateKeyPairSync } from 'node:crypto'
import { createRequire } from 'node:module'
import * as z from 'zod/mini'

const classSchema = z.custom<new (values: object) => { tohex(): string; getPEM(): string }>(
  (value) => typeof value === 'function',
)
/** Creates certificates and OCSP responses. It is a dependency of Apple's library, which parses them with it. */
export const { KJUR } = z.parse(
  z.object({
    KJUR: z.object({
      asn1: z.object({
        x509: z.object({ Certificate: classSchema }),
        ocsp: z.object({ OCSPResponse: classSchema }),
      }),
    }),
  }),
  createRequire(createRequire(import.meta.url).resolve('@apple/app-store-server-library'))('jsrsasign'),
)

const DAY_MS = 86_400_000

export const CA = { extname: 'basicConstraints', critical: true, cA: true }

/** A P-256 key pair in PEM. */
export const pairOf = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    publicPem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}
type Pair = ReturnType<typeof pairOf>
interface Signer {
  name: string
  pair: Pair
}
export interface Issued {
  name: string
  pair: Pair
  pem: string
}

const timeOf = (ms: number): string => `${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`

let serial = 0

/** A P-256 certificate valid for one year, signed by its issuer or, with null, by itself. */
export function issue(name: string, issuer: Signer | null, extensions: object[]): Issued {
  const pair = pairOf()
  serial += 1
  const certificate = new KJUR.asn1.x509.Certificate({
    version: 3,
    serial: { int: serial },
    issuer: { str: `/CN=${issuer?.name ?? name}` },
    subject: { str: `/CN=${name}` },
    notbefore: timeOf(Date.now() - DAY_MS),
    notafter: timeOf(Date.now() + 365 * DAY_MS),
    sbjpubkey: pair.publicPem,
    ext: extensions,
    sigalg: 'SHA256withECDSA',
    cakey: issuer?.pair.privatePem ?? pair.privatePem,
  })
  return { name, pair, pem: certificate.getPEM() }
}
