import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'

const STRIPE = {
  BILLING: 'on',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_PRICE_MONTHLY: 'price_m',
  STRIPE_PRICE_YEARLY: 'price_y',
}
const APPLE = {
  APPLE_BUNDLE_ID: 'app',
  APPLE_APP_ID: '1',
  APPLE_KEY: 'key.p8',
  APPLE_KEY_ID: 'kid',
  APPLE_KEY_ISSUER: 'iss',
  APPLE_MONTHLY: 'am',
  APPLE_YEARLY: 'ay',
}
const GOOGLE = {
  GOOGLE_PLAY_PACKAGE: 'pkg',
  GOOGLE_PLAY_KEY: 'account.json',
  GOOGLE_PLAY_MONTHLY: 'gm',
  GOOGLE_PLAY_YEARLY: 'gy',
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'senca-billing-'))
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  writeFileSync(join(folder, 'key.p8'), ec.export({ format: 'pem', type: 'pkcs8' }))
  const key = { client_email: 'a@b', private_key: rsa.export({ format: 'pem', type: 'pkcs8' }) }
  writeFileSync(join(folder, 'account.json'), JSON.stringify(key))
})
afterAll(() => rmSync(folder, { recursive: true }))

const parse = (environment: Record<string, string>) => parseConfig(environment, folder).billing

describe('what is sold', () => {
  it('is nothing unless it is on, whatever else is set', () => {
    expect(parse({})).toBeUndefined()
    expect(parse({ ...STRIPE, BILLING: 'off', STRIPE_API_URL: 'nonsense' })).toBeUndefined()
  })

  it('is sold by Stripe alone, or by stores too', () => {
    expect(parse(STRIPE)).toMatchObject({
      google: null,
      apple: null,
      isSandbox: false,
      reconcileMs: 3_600_000,
    })
    expect(parse({ ...STRIPE, ...GOOGLE, ...APPLE })).toMatchObject({
      google: {
        url: 'https://androidpublisher.googleapis.com',
        serviceAccount: { tokenUri: 'https://oauth2.googleapis.com/token' },
        push: {
          issuer: 'https://accounts.google.com',
          audience: 'http://localhost:8080/auth/billing/google',
          account: null,
        },
      },
      apple: { appId: 1, isSandbox: false, url: 'https://api.storekit.itunes.apple.com' },
    })
  })

  it.each<[string, Record<string, string>, string]>([
    ['Stripe is missing', { BILLING: 'on' }, 'BILLING is on, so STRIPE_SECRET_KEY'],
    ['a shop is set in part', { ...STRIPE, GOOGLE_PLAY_PACKAGE: 'x' }, 'so GOOGLE_PLAY_KEY'],
    ['a key cannot be read', { ...STRIPE, ...APPLE, APPLE_KEY: 'nowhere.p8' }, 'APPLE_KEY must be the path'],
    [
      'a key is of another kind',
      { ...STRIPE, ...GOOGLE, GOOGLE_PLAY_KEY: 'key.p8' },
      'GOOGLE_PLAY_KEY must be',
    ],
    [
      'secrets would leave unencrypted',
      { ...STRIPE, STRIPE_API_URL: 'http://stripe.example' },
      'STRIPE_API_URL must',
    ],
    ['an origin has a path', { ...STRIPE, APPLE_API_URL: 'https://a.example/x' }, 'APPLE_API_URL must'],
    [
      'a root cannot be read',
      { ...STRIPE, ...APPLE, APPLE_ROOT_CERTIFICATES: 'key.p8' },
      'APPLE_ROOT_CERTIFICATES',
    ],
    [
      'a time makes no sense',
      { ...STRIPE, BILLING_RECONCILE_SECONDS: '0' },
      'BILLING_RECONCILE_SECONDS must',
    ],
    ['it is neither on nor off', { BILLING: 'yes' }, 'BILLING must be on or off'],
  ])('does not start where %s', (_name, environment, complaint) => {
    expect(() => parse(environment)).toThrow(complaint)
  })
})
