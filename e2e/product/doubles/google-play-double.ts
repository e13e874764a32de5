import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGE = 'home.senca.app'
const PRODUCTS = { monthly: 'weather.monthly', yearly: 'weather.yearly' } as const
const PERIOD_MS = 30 * 86_400_000

export interface GooglePlayDouble {
  /** The environment variables with which a server uses this double. */
  readonly environment: Record<string, string>
  /** Simulates that a person buys a plan in the app. */
  buy(plan: keyof typeof PRODUCTS): { purchaseToken: string; productId: string }
  stop(): Promise<void>
}

/** A double of the Publisher API of Google Play on loopback, for purchases and renewals. */
export async function startGooglePlayDouble(): Promise<GooglePlayDouble> {
  const folder = mkdtempSync(join(tmpdir(), 'senca-e2e-play-'))
  const productByToken = new Map<string, string>()
  const now = Date.now()

  const answer = (path: string): unknown => {
    if (path === '/token') return { access_token: 'access', expires_in: 3_600 }
    if (path.endsWith(':acknowledge')) return {}
    const productId = productByToken.get(path.split('/').at(-1) ?? '')
    if (productId === undefined) return undefined
    return {
      subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
      acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
      startTime: new Date(now).toISOString(),
      lineItems: [
        {
          productId,
          expiryTime: new Date(now + PERIOD_MS).toISOString(),
          autoRenewingPlan: { autoRenewEnabled: true },
        },
      ],
    }
  }

  const server = createServer((request, response) => {
    const body = answer(request.url ?? '')
    request.resume()
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('the double of Google Play does not listen')
  const origin = `http://127.0.0.1:${address.port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const keyFile = join(folder, 'key.json')
  writeFileSync(
    keyFile,
    JSON.stringify({
      client_email: 'billing@senca.iam.test',
      private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
      token_uri: `${origin}/token`,
    }),
  )

  return {
    environment: {
      GOOGLE_PLAY_PACKAGE: PACKAGE,
      GOOGLE_PLAY_KEY: keyFile,
      GOOGLE_PLAY_MONTHLY: PRODUCTS.monthly,
      GOOGLE_PLAY_YEARLY: PRODUCTS.yearly,
      GOOGLE_PLAY_API_URL: origin,
    },
    buy(plan) {
      const purchaseToken = `token-${productByToken.size + 1}`
      productByToken.set(purchaseToken, PRODUCTS[plan])
      return { purchaseToken, productId: PRODUCTS[plan] }
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => {
          rmSync(folder, { recursive: true })
          done()
        })
      }),
  }
}
