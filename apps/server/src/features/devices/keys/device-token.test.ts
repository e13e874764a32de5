import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createDeviceKey, signDeviceToken } from '#testing/device-key.ts'
import { isToken, verifyDeviceToken } from './device-token.ts'
import { readPublicKey } from './public-key.ts'

const NOW = new Date('2026-05-01T12:00:00.000Z')
const DEVICE = 'aaaaaaaaaaaaaaaaaaaa'
const own = createDeviceKey()
const foreign = createDeviceKey()
const ed25519 = createDeviceKey('EdDSA')

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const CLAIMS = { sub: DEVICE, aud: 'mqtt.example.com', exp: NOW.getTime() / 1_000 + 3_600 }

function verify(token: string, key = own, host = 'mqtt.example.com') {
  const read = readPublicKey(key.pem)
  if (read === null) throw new Error('no key')
  return verifyDeviceToken(token, read, { deviceId: DEVICE, host, now: NOW })
}
const sign = (claims: Partial<Parameters<typeof signDeviceToken>[1]> = {}, key = own) =>
  signDeviceToken(key, { sub: DEVICE, now: NOW, aud: 'mqtt.example.com', ...claims })

/** A token with a header that an attacker has chosen. */
const forged = (header: object, signature: (signed: string) => string) => {
  const signed = `${base64url(header)}.${base64url(CLAIMS)}`
  return `${signed}.${signature(signed)}`
}

describe('a token', () => {
  it.each([
    ['of its key', {}, own],
    ['of an Ed25519 key', {}, ed25519],
    ['for several hosts', { aud: ['other.example.com', 'mqtt.example.com'] }, own],
    ['for 24 hours', { lastsS: 86_400 }, own],
  ])('%s counts [DP34]', async (_name, claims, key) => {
    expect(await verify(await sign(claims, key), key)).not.toBeNull()
  })

  it('ends when it says', async () => {
    expect(await verify(await sign({ lastsS: 600 }))).toEqual(new Date(NOW.getTime() + 600_000))
  })

  it('of one name of this machine counts for another', async () => {
    const token = await sign({ aud: '127.0.0.1' })
    expect(await verify(token, own, 'localhost')).not.toBeNull()
  })

  it.each([
    ['for another device', { sub: 'bbbbbbbbbbbbbbbbbbbb' }],
    ['for another host', { aud: 'evil.example.com' }],
    ['for a part of the host', { aud: 'example.com' }],
    ['for no host', { aud: [] }],
    ['that has ended', { lastsS: -1 }],
    ['that ends now', { lastsS: 0 }],
    ['for more than 24 hours', { lastsS: 86_401 }],
    ['that never ends', { lastsS: Number.MAX_SAFE_INTEGER }],
  ])('%s is refused [DV12]', async (_name, claims) => {
    expect(await verify(await sign(claims))).toBeNull()
  })

  it.each([
    ['another key', () => sign({}, foreign)],
    ['another key, whose kid names the right one', () => sign({ header: { kid: own.pem } }, foreign)],
    [
      'another key that the header brings along',
      () => sign({ header: { jwk: foreign.publicKey.export({ format: 'jwk' }) } }, foreign),
    ],
    ['nobody: alg none', async () => forged({ alg: 'none' }, () => '')],
    ['nobody: alg none with a signature', async () => forged({ alg: 'none' }, () => 'AAAA')],
    [
      'HS256 with the public key as its secret',
      async () =>
        forged({ alg: 'HS256' }, (signed) =>
          createHmac('sha256', own.pem).update(signed).digest('base64url'),
        ),
    ],
    ['an algorithm of another kind of key', () => sign({}, ed25519)],
    [
      'an empty signature of ES256',
      async () => forged({ alg: 'ES256' }, () => Buffer.alloc(64).toString('base64url')),
    ],
  ])('signed by %s is refused [DV12]', async (_name, make) => {
    const token = await make()
    expect(isToken(token) && (await verify(token))).toBeFalsy()
  })

  it.each(['sub', 'aud', 'exp'])('without %s is refused', async (claim) => {
    const { SignJWT } = await import('jose')
    const claims = Object.fromEntries(Object.entries(CLAIMS).filter(([name]) => name !== claim))
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(own.privateKey)
    expect(await verify(token)).toBeNull()
  })
})
