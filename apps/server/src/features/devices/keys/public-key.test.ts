import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createDeviceKey } from '#testing/device-key.ts'
import { readPublicKey } from './public-key.ts'

const p256 = createDeviceKey('ES256')
const ed25519 = createDeviceKey('EdDSA')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const p384 = generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
const pemOf = (key: typeof rsa.publicKey) => key.export({ type: 'spki', format: 'pem' }).toString()
const jwkOf = (key: typeof rsa.publicKey) => key.export({ format: 'jwk' })

describe('a public key', () => {
  it.each([
    ['P-256 in PEM', p256.pem, 'ES256'],
    ['P-256 in PEM, with white space around it', `\n  ${p256.pem}\r\n`, 'ES256'],
    ['P-256 in PEM, in one line', p256.pem.replaceAll('\n', ''), 'ES256'],
    ['P-256 as a JWK', jwkOf(p256.publicKey), 'ES256'],
    ['P-256 as a JWK with more in it', { ...jwkOf(p256.publicKey), kid: '../../etc', use: 'sig' }, 'ES256'],
    ['Ed25519 in PEM', ed25519.pem, 'EdDSA'],
    ['Ed25519 as a JWK', jwkOf(ed25519.publicKey), 'EdDSA'],
  ])('%s is read', (_name, given, algorithm) => {
    expect(readPublicKey(given)?.algorithm).toBe(algorithm)
  })

  it('is the same key in either form', () => {
    for (const { pem, publicKey } of [p256, ed25519])
      expect(readPublicKey(jwkOf(publicKey))?.fingerprint).toBe(readPublicKey(pem)?.fingerprint)
  })

  it.each([
    ['RSA in PEM', pemOf(rsa.publicKey)],
    ['RSA as a JWK', jwkOf(rsa.publicKey)],
    ['P-384 in PEM', pemOf(p384.publicKey)],
    ['P-384 as a JWK', jwkOf(p384.publicKey)],
    ['a private key in PEM', p256.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['a private key as a JWK', p256.privateKey.export({ format: 'jwk' })],
    ['a secret as a JWK', { kty: 'oct', k: 'c2VjcmV0' }],
    ['a point that is not on the curve', { ...jwkOf(p256.publicKey), y: jwkOf(p256.publicKey).x }],
    ['a PEM cut off', p256.pem.slice(0, 80)],
    ['two keys in one PEM', p256.pem + ed25519.pem],
    ['a JWK as text', JSON.stringify(jwkOf(p256.publicKey))],
    ['a text', 'key'],
    ['an empty text', ''],
    ['a text of a megabyte', 'A'.repeat(1_000_000)],
    ['a number', 7],
    ['nothing', null],
    ['a list', [p256.pem]],
  ])('%s is none [DV13]', (_name, given) => {
    expect(readPublicKey(given)).toBeNull()
  })
})
