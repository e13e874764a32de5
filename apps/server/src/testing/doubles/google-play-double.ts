import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { importSPKI, jwtVerify } from 'jose'
import type { Clock } from '#platform/clock.ts'
import { startOnLoopback } from './loopback-server.ts'

export const PLAY_PRODUCTS = { monthly: 'weather.monthly', yearly: 'weather.yearly' }
const PACKAGE = 'home.senca.app'
const EMAIL = 'billing@senca.iam.test'

interface Purchase {
  state: string
  productId: string
  expiry: Date
  startedAt: Date
  isRenewing: boolean
  isAcknowledged: boolean
  isTest: boolean
  accountToken: string | null
  replaces: string | null
}

/** A fake Publisher API of Google Play on this machine, with the token endpoint of its service account. */
export async function createGooglePlayDouble({
  clock,
  folder,
}: {
  clock: Pick<Clock, 'now'>
  folder: string
}) {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKey = await importSPKI(
    keys.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    'RS256',
  )
  const purchases = new Map<string, Purchase>()
  const voided = new Set<string>()
  const gone = new Set<string>()
  const contested = new Set<string>()
  const asked: string[] = []
  let count = 0
  let broken: { status: number; path: string } | null = null

  const shown = (purchase: Purchase) => ({
    kind: 'androidpublisher#subscriptionPurchaseV2',
    // A pending purchase has no start.
    ...(purchase.state === 'PENDING' ? {} : { startTime: purchase.startedAt.toISOString() }),
    subscriptionState: `SUBSCRIPTION_STATE_${purchase.state}`,
    acknowledgementState: `ACKNOWLEDGEMENT_STATE_${purchase.isAcknowledged ? 'ACKNOWLEDGED' : 'PENDING'}`,
    ...(purchase.isTest ? { testPurchase: {} } : {}),
    ...(purchase.replaces === null ? {} : { linkedPurchaseToken: purchase.replaces }),
    ...(purchase.accountToken === null
      ? {}
      : { externalAccountIdentifiers: { obfuscatedExternalAccountId: purchase.accountToken } }),
    lineItems: [
      {
        productId: purchase.productId,
        expiryTime: purchase.expiry.toISOString(),
        autoRenewingPlan: { autoRenewEnabled: purchase.isRenewing },
      },
    ],
  })

  const answer = (path: string): [number, unknown] => {
    const [, token = '', verb] = /\/tokens\/([^:]+)(:acknowledge)?$/.exec(path) ?? []
    if (path.endsWith('/voidedpurchases'))
      return [
        200,
        // The first one has no token.
        {
          voidedPurchases: [{ orderId: 'GPA.1' }, ...[...voided].map((purchaseToken) => ({ purchaseToken }))],
        },
      ]
    const name = decodeURIComponent(token)
    if (gone.has(name)) return [410, { error: { code: 410 } }]
    const purchase = purchases.get(name)
    if (purchase === undefined) return [404, { error: { code: 404 } }]
    if (verb === undefined) return [200, shown(purchase)]
    purchase.isAcknowledged = true
    return contested.has(name) ? [409, { error: { code: 409 } }] : [200, {}]
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://play')
    let text = ''
    for await (const chunk of request) text += chunk
    asked.push(`${request.method} ${pathname}`)
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (broken !== null && pathname.endsWith(broken.path)) return send(broken.status, {})
    if (pathname === '/token') {
      const assertion = new URLSearchParams(text).get('assertion') ?? ''
      const options = { audience: `${url}/token`, issuer: EMAIL, currentDate: clock.now() }
      const isGood = await jwtVerify(assertion, publicKey, options).then(
        () => true,
        () => false,
      )
      return isGood ? send(200, { access_token: 'access', expires_in: 3_600 }) : send(400, {})
    }
    if (request.headers.authorization !== 'Bearer access') return send(401, {})
    if (!pathname.startsWith(`/androidpublisher/v3/applications/${PACKAGE}/purchases/`)) return send(404, {})
    return send(...answer(pathname))
  })
  const { url, close } = await startOnLoopback(server)
  const keyFile = join(folder, 'google.json')
  const key = {
    client_email: EMAIL,
    private_key: keys.privateKey.export({ format: 'pem', type: 'pkcs8' }),
    token_uri: `${url}/token`,
  }
  writeFileSync(keyFile, JSON.stringify(key))

  return {
    url,
    environment: {
      GOOGLE_PLAY_PACKAGE: PACKAGE,
      GOOGLE_PLAY_KEY: keyFile,
      GOOGLE_PLAY_MONTHLY: PLAY_PRODUCTS.monthly,
      GOOGLE_PLAY_YEARLY: PLAY_PRODUCTS.yearly,
      GOOGLE_PLAY_API_URL: url,
    },
    package: PACKAGE,
    purchases,
    voided,
    /** The tokens of purchases that ended too long ago. */
    gone,
    /** The tokens that another client acknowledges at the same moment. */
    contested,
    asked,
    /** Buys a subscription in the app. Returns its purchase token. */
    buy(values: Partial<Purchase> = {}): string {
      count += 1
      const token = `token-${count}.of/play`
      const now = clock.now()
      purchases.set(token, {
        state: 'ACTIVE',
        productId: PLAY_PRODUCTS.monthly,
        startedAt: now,
        expiry: new Date(now.getTime() + 30 * 86_400_000),
        isRenewing: true,
        isAcknowledged: false,
        isTest: false,
        accountToken: null,
        replaces: null,
        ...values,
      })
      return token
    },
    change: (token: string, values: Partial<Purchase>) => Object.assign(purchases.get(token) ?? {}, values),
    /** Answers with this status if the path of a request ends with `path`. */
    breakWith(status: number | null, path = '') {
      broken = status === null ? null : { status, path }
    },
    close,
  }
}

export type GooglePlayDouble = Awaited<ReturnType<typeof createGooglePlayDouble>>
