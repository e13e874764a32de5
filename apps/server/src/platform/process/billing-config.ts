import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { isSecureAddress, secureOriginSchema } from './addresses.ts'
import { APPLE_ROOT_CA_G3 } from './apple-root.ts'

/** The shop's names of the two plans. */
interface Products {
  monthly: string
  yearly: string
}

export interface StripeConfig {
  secretKey: string
  webhookSecret: string
  /** Price ids. */
  products: Products
  /** An origin; null for Stripe's own. */
  url: string | null
}

export interface GooglePlayConfig {
  package: string
  products: Products
  url: string
  serviceAccount: { email: string; privateKey: string; tokenUri: string }
  /** The issuer, audience and service account of push tokens; `account` is null if no push is accepted. */
  push: { issuer: string; audience: string; account: string | null }
}

export interface AppStoreConfig {
  bundleId: string
  /** Null in the sandbox, where it is not needed. */
  appId: number | null
  products: Products
  url: string
  isSandbox: boolean
  /** A PKCS #8 key of the App Store Server API. */
  key: { privateKey: string; id: string; issuer: string }
  /** DER. */
  roots: Buffer[]
}

/** What is sold, and in which shops. */
export interface BillingConfig {
  stripe: StripeConfig
  google: GooglePlayConfig | null
  apple: AppStoreConfig | null
  /** Whether free test purchases are accepted. */
  isSandbox: boolean
  reconcileMs: number
}

const GOOGLE_PLAY_URL = 'https://androidpublisher.googleapis.com'
const APPLE_URLS = {
  production: 'https://api.storekit.itunes.apple.com',
  sandbox: 'https://api.storekit-sandbox.itunes.apple.com',
}
const GOOGLE_ISSUER = 'https://accounts.google.com'
const RECONCILE_SECONDS = 3_600
const SHOPS = {
  google: ['GOOGLE_PLAY_PACKAGE', 'GOOGLE_PLAY_KEY', 'GOOGLE_PLAY_MONTHLY', 'GOOGLE_PLAY_YEARLY'],
  apple: [
    'APPLE_BUNDLE_ID',
    'APPLE_KEY',
    'APPLE_KEY_ID',
    'APPLE_KEY_ISSUER',
    'APPLE_MONTHLY',
    'APPLE_YEARLY',
  ],
} as const

const text = z.string().check(z.regex(/^[\x21-\x7e]{1,500}$/))
const VISIBLE = 'visible characters without spaces'
const serviceAccountSchema = z.object({
  client_email: z.string().check(z.minLength(3)),
  private_key: z.string().check(z.minLength(1)),
  token_uri: z._default(z.string().check(z.refine(isSecureAddress)), 'https://oauth2.googleapis.com/token'),
})

interface Reading {
  environment: Record<string, string | undefined>
  cwd: string
  publicUrl: string
  /** Messages for the one line that stops the start. */
  complaints: string[]
}

/** Parses `BILLING` and the variables of its shops; undefined if it is off, whatever else is set. */
export function parseBilling({
  environment,
  cwd,
  publicUrl,
  complaints,
}: Reading): BillingConfig | undefined {
  const value = (name: string): string => environment[name] ?? ''
  const read = <T>(name: string, schema: z.ZodMiniType<T>, expected: string): T | undefined => {
    if (value(name) === '') return undefined
    const result = z.safeParse(schema, value(name))
    if (result.success) return result.data
    complaints.push(`${name} must be ${expected}`)
    return undefined
  }
  const named = (name: string): string => read(name, text, VISIBLE) ?? ''
  const readKey = <T>(name: string, parse: (bytes: Buffer) => T, expected: string): T | null => {
    if (value(name) === '') return null
    try {
      return parse(readFileSync(resolve(cwd, value(name))))
    } catch {
      complaints.push(`${name} must be ${expected}`)
      return null
    }
  }
  const isSold = (names: readonly string[]): boolean => {
    const missing = names.filter((name) => value(name) === '')
    const [present] = names.filter((name) => value(name) !== '')
    if (present !== undefined && missing.length > 0)
      complaints.push(`${present} is set, so ${missing.join(', ')} must be set too`)
    return missing.length === 0
  }

  const isOn = read('BILLING', z.enum(['on', 'off']), 'on or off') === 'on'
  if (!isOn) return undefined
  const missing = [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_PRICE_MONTHLY',
    'STRIPE_PRICE_YEARLY',
  ].filter((name) => value(name) === '')
  if (missing.length > 0) complaints.push(`BILLING is on, so ${missing.join(', ')} must be set`)
  const origin = (name: string) =>
    read(name, secureOriginSchema, 'an https address without a path, http on this machine only')
  const environmentOf =
    read('APPLE_ENVIRONMENT', z.enum(['production', 'sandbox']), 'production or sandbox') ?? 'production'
  const isSandbox = environmentOf === 'sandbox'
  const seconds = read(
    'BILLING_RECONCILE_SECONDS',
    z.string().check(z.regex(/^[1-9]\d{0,5}$/)),
    'whole seconds from 1 to 999999',
  )

  const readGoogle = (): GooglePlayConfig | null => {
    const key = readKey(
      'GOOGLE_PLAY_KEY',
      (bytes) => {
        const account = z.parse(serviceAccountSchema, JSON.parse(bytes.toString()))
        createPrivateKey(account.private_key)
        return account
      },
      'the path of a service account’s JSON',
    )
    const issuer = read(
      'GOOGLE_ISSUER',
      z.string().check(z.refine(isSecureAddress)),
      'an https address without a query',
    )
    const audience = read('GOOGLE_PLAY_PUSH_AUDIENCE', text, VISIBLE)
    const account = read('GOOGLE_PLAY_PUSH_ACCOUNT', text, VISIBLE)
    const url = origin('GOOGLE_PLAY_API_URL') ?? GOOGLE_PLAY_URL
    if (!isSold(SHOPS.google) || key === null) return null
    return {
      package: named('GOOGLE_PLAY_PACKAGE'),
      products: { monthly: named('GOOGLE_PLAY_MONTHLY'), yearly: named('GOOGLE_PLAY_YEARLY') },
      url,
      serviceAccount: { email: key.client_email, privateKey: key.private_key, tokenUri: key.token_uri },
      push: {
        issuer: issuer ?? GOOGLE_ISSUER,
        audience: audience ?? `${publicUrl}/auth/billing/google`,
        account: account ?? null,
      },
    }
  }

  const readApple = (): AppStoreConfig | null => {
    const privateKey = readKey(
      'APPLE_KEY',
      (bytes) => {
        const key = createPrivateKey(bytes)
        if (key.asymmetricKeyType !== 'ec') throw new Error('not an elliptic curve')
        return key.export({ format: 'pem', type: 'pkcs8' }).toString()
      },
      'the path of a .p8 file of App Store Connect',
    )
    const appId = read('APPLE_APP_ID', z.string().check(z.regex(/^\d{1,15}$/)), 'a number')
    const files = value('APPLE_ROOT_CERTIFICATES')
      .split(',')
      .map((file) => file.trim())
      .filter((file) => file !== '')
    const roots = files.flatMap((file) => {
      try {
        return new X509Certificate(readFileSync(resolve(cwd, file))).raw
      } catch {
        complaints.push(
          'APPLE_ROOT_CERTIFICATES must be paths of certificates, PEM or DER, with commas between',
        )
        return []
      }
    })
    const url = origin('APPLE_API_URL') ?? APPLE_URLS[environmentOf]
    if (!isSold(SHOPS.apple) || privateKey === null) return null
    if (!isSandbox && appId === undefined)
      complaints.push('APPLE_BUNDLE_ID is set, so APPLE_APP_ID must be set too')
    return {
      bundleId: named('APPLE_BUNDLE_ID'),
      appId: appId === undefined ? null : Number(appId),
      products: { monthly: named('APPLE_MONTHLY'), yearly: named('APPLE_YEARLY') },
      url,
      isSandbox,
      key: { privateKey, id: named('APPLE_KEY_ID'), issuer: named('APPLE_KEY_ISSUER') },
      roots: roots.length === 0 ? [Buffer.from(APPLE_ROOT_CA_G3, 'base64')] : roots,
    }
  }

  return {
    stripe: {
      secretKey: named('STRIPE_SECRET_KEY'),
      webhookSecret: named('STRIPE_WEBHOOK_SECRET'),
      products: { monthly: named('STRIPE_PRICE_MONTHLY'), yearly: named('STRIPE_PRICE_YEARLY') },
      url: origin('STRIPE_API_URL') ?? null,
    },
    google: readGoogle(),
    apple: readApple(),
    isSandbox,
    reconcileMs: Number(seconds ?? RECONCILE_SECONDS) * 1_000,
  }
}
