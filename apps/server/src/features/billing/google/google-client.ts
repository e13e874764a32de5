import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import type { GooglePlayConfig } from '#platform/process/billing-config.ts'
import { askShop, isUnauthorized, type ShopAnswer } from '../json-request.ts'
import { PaymentError } from '../payment-error.ts'
import { type GoogleSubscription, googleSubscriptionSchema } from './google-purchase.ts'

const SCOPE = 'https://www.googleapis.com/auth/androidpublisher'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const TOKEN_S = 3_600
/** A token is renewed this long before it expires. */
const RENEW_MS = 120_000
const PAGES = 20

const tokenSchema = z.object({ access_token: z.string(), expires_in: z._default(z.number(), TOKEN_S) })
const voidedSchema = z.object({
  voidedPurchases: z._default(z.array(z.object({ purchaseToken: z.optional(z.string()) })), []),
  tokenPagination: z.optional(z.nullable(z.object({ nextPageToken: z.optional(z.nullable(z.string())) }))),
})

/** The Google Play Developer API v3, with a service account (RFC 7523). */
export function createGoogleClient(config: GooglePlayConfig, clock: Clock) {
  const { serviceAccount, url } = config
  const base = `/androidpublisher/v3/applications/${encodeURIComponent(config.package)}/purchases`
  let token: { text: string; endsAt: number } | null = null

  const fetchToken = async (): Promise<string> => {
    const { email, privateKey, tokenUri } = serviceAccount
    const key = await importPKCS8(privateKey, 'RS256')
    const now = Math.floor(clock.now().getTime() / 1_000)
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(email)
      .setAudience(tokenUri)
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_S)
      .sign(key)
    const answer = await askShop(new URL(tokenUri), {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion }),
    })
    const read = z.safeParse(tokenSchema, answer.body)
    if (answer.status !== 200 || !read.success)
      throw new PaymentError('developer_error', {
        cause: new Error(`The token of Google Play was refused: ${answer.status}`),
      })
    const { access_token: text, expires_in: seconds } = read.data
    token = { text, endsAt: clock.now().getTime() + seconds * 1_000 - RENEW_MS }
    return text
  }

  const ask = async (path: string, init: RequestInit = {}): Promise<ShopAnswer> => {
    const send = async (bearer: string) =>
      askShop(new URL(path, url), {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${bearer}` },
      })
    const known = token !== null && token.endsAt > clock.now().getTime() ? token.text : null
    const answer = await send(known ?? (await fetchToken()))
    // A token may be revoked before it expires.
    return answer.status === 401 && known !== null ? send(await fetchToken()) : answer
  }

  const refusal = (answer: ShopAnswer) =>
    new PaymentError('developer_error', { cause: new Error(`Google Play answered ${answer.status}`) })

  return {
    /** `gone` for a subscription that ended too long ago, null for an unknown purchase token. */
    async read(purchaseToken: string): Promise<GoogleSubscription | 'gone' | null> {
      const answer = await ask(`${base}/subscriptionsv2/tokens/${encodeURIComponent(purchaseToken)}`)
      if (answer.status === 410) return 'gone'
      if (answer.status === 400 || answer.status === 404) return null
      const read = z.safeParse(googleSubscriptionSchema, answer.body)
      if (answer.status !== 200 || isUnauthorized(answer) || !read.success) throw refusal(answer)
      return read.data
    },

    /** Google refunds a purchase that is not acknowledged within three days. */
    async acknowledge(productId: string, purchaseToken: string): Promise<void> {
      const product = encodeURIComponent(productId)
      const answer = await ask(
        `${base}/subscriptions/${product}/tokens/${encodeURIComponent(purchaseToken)}:acknowledge`,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
      )
      if (answer.status >= 300) throw refusal(answer)
    },

    /** The purchase tokens of subscriptions refunded in the last thirty days. */
    async voided(): Promise<Set<string>> {
      const tokens = new Set<string>()
      let page: string | null = null
      for (let count = 0; count < PAGES; count += 1) {
        const query: string = `type=1${page === null ? '' : `&token=${encodeURIComponent(page)}`}`
        const answer = await ask(`${base}/voidedpurchases?${query}`)
        const read = z.safeParse(voidedSchema, answer.body)
        if (answer.status !== 200 || !read.success) throw refusal(answer)
        for (const { purchaseToken } of read.data.voidedPurchases)
          if (purchaseToken !== undefined) tokens.add(purchaseToken)
        page = read.data.tokenPagination?.nextPageToken ?? null
        if (page === null) break
      }
      return tokens
    },
  }
}

export type GoogleClient = ReturnType<typeof createGoogleClient>
