import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ApiError } from '#platform/errors.ts'
import { parseJson } from '#platform/http/bodies.ts'
import { OtherApp } from './apple/apple-purchase.ts'
import type { AppleVerifier } from './apple/apple-verifier.ts'
import type { Shop } from './billing.store.ts'
import type { BillingMetrics } from './billing-metrics.ts'
import type { ShopEvent } from './events.store.ts'
import type { GooglePush } from './google/google-push.ts'
import { isPassing, type Settling } from './settling.ts'
import type { StripeShop } from './stripe/stripe-shop.ts'

interface WebhookOptions {
  settling: Pick<Settling, 'receive'>
  metrics: Pick<BillingMetrics, 'forged'>
  stripe: Pick<StripeShop, 'readEvent'>
  google: GooglePush | null
  apple: AppleVerifier | null
}

const MAX_EVENT_BYTES = 1_048_576
const noticeSchema = z.object({ signedPayload: z.string() })
const bytesSchema = z.instanceof(Buffer)

const bytesOf = (body: unknown): Buffer => {
  const read = z.safeParse(bytesSchema, body)
  return read.success ? read.data : Buffer.alloc(0)
}

/** The notifications of shops: each is verified, stored and answered, and only then handled. */
export const webhookRoutes: FastifyPluginAsyncZod<WebhookOptions> = async (app, options) => {
  const { settling, metrics, stripe, google, apple } = options
  const route = (summary: string) => ({
    config: { access: 'public' as const, rawBody: true },
    bodyLimit: MAX_EVENT_BYTES,
    schema: { summary, response: { 200: z.object({}) } },
  })

  const take = async (
    shop: Shop,
    read: () => Promise<ShopEvent | 'other' | null> | ShopEvent | null,
  ): Promise<Record<string, never>> => {
    let event: ShopEvent | 'other' | null
    try {
      event = await read()
    } catch (error) {
      // It could not be verified now; the shop will send it again.
      if (isPassing(error)) throw new ApiError('internal_error', { status: 503 })
      throw error
    }
    if (event === null) {
      metrics.forged(shop)
      throw new ApiError('malformed_request', { message: 'This was not signed by the shop.' })
    }
    if (event !== 'other') await settling.receive(event)
    return {}
  }

  app.post('/auth/billing/stripe', route('Receive events of Stripe'), (request) =>
    take('stripe', () =>
      stripe.readEvent(bytesOf(request.body), String(request.headers['stripe-signature'] ?? '')),
    ),
  )

  if (google !== null)
    app.post('/auth/billing/google', route('Receive notifications of Google Play'), (request) =>
      take('google', () => google.readEvent(parsed(request.body), request.headers.authorization)),
    )

  if (apple !== null)
    app.post('/auth/billing/apple', route('Receive notifications of the App Store'), (request) =>
      take('apple', async () => {
        const notice = z.safeParse(noticeSchema, parsed(request.body))
        if (!notice.success) return null
        return apple.notification(notice.data.signedPayload).catch((error: unknown) => {
          if (error instanceof OtherApp) return 'other' as const
          throw error
        })
      }),
    )
}

function parsed(body: unknown): unknown {
  try {
    return parseJson(bytesOf(body))
  } catch {
    return null
  }
}
