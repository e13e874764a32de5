import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const MAX_BYTES = 16_384
const base64 = z.string().check(z.maxLength((MAX_BYTES * 4) / 3 + 4))

/** The certificates of a product and the private key of its own, each in base64: DER, and the 32 bytes of the key. */
export const certificatesSchema = z.object({
  privateKey: base64,
  certificate: base64,
  intermediateCertificate: base64,
  declaration: base64,
})
export type Certificates = z.infer<typeof certificatesSchema>

/** The files of `MATTER_CERTIFICATES`. The first three are PEM or DER; the declaration is as the alliance issues it. */
const FILES = {
  certificate: 'dac.pem',
  privateKey: 'dac-key.pem',
  intermediateCertificate: 'pai.pem',
  declaration: 'cd.der',
} as const

const PEM = /-----BEGIN/

function readKey(bytes: Buffer): KeyObject {
  if (PEM.test(bytes.toString('latin1'))) return createPrivateKey(bytes)
  try {
    return createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })
  } catch {
    return createPrivateKey({ key: bytes, format: 'der', type: 'sec1' })
  }
}

/** Reads the certificates of a folder. Throws an Error that names the file and what is wrong with it. */
export function readCertificates(folder: string): Certificates {
  const read = <T>(name: keyof typeof FILES, parse: (bytes: Buffer) => T): T => {
    const file = join(folder, FILES[name])
    try {
      const bytes = readFileSync(file)
      if (bytes.length > MAX_BYTES) throw new Error('it is too long')
      return parse(bytes)
    } catch (error) {
      throw new Error(`${file} cannot be used: ${error instanceof Error ? error.message : 'unknown'}`)
    }
  }
  const certificate = read('certificate', (bytes) => new X509Certificate(bytes))
  const intermediate = read('intermediateCertificate', (bytes) => new X509Certificate(bytes))
  const privateKey = read('privateKey', (bytes) => {
    const key = readKey(bytes)
    if (!certificate.checkPrivateKey(key)) throw new Error(`it is not the key of ${FILES.certificate}`)
    const { d } = key.export({ format: 'jwk' })
    if (typeof d !== 'string') throw new Error('it is not a key of the curve P-256')
    return Buffer.from(d, 'base64url')
  })
  if (!certificate.verify(intermediate.publicKey))
    throw new Error(`${FILES.certificate} is not signed by ${FILES.intermediateCertificate}`)
  return {
    certificate: certificate.raw.toString('base64'),
    intermediateCertificate: intermediate.raw.toString('base64'),
    privateKey: privateKey.toString('base64'),
    declaration: read('declaration', (bytes) => bytes).toString('base64'),
  }
}
