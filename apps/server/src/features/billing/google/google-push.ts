import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { GooglePlayConfig } from '#platform/process/billing-config.ts'
import type { ShopEvent } from '../events.store.ts'
import { voidedSubject } from './google-shop.ts'

const SKEW_S = 30
const GOOGLE = 'https://accounts.google.com'
/** Google uses either form of its issuer name. */
const GOOGLE_WITHOUT_SCHEME = 'accounts.google.com'

const pushSchema = z.object({
  message: z.object({
    data: z.string(),
    messageId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    message_id: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
})
const token = z.string().check(z.minLength(1), z.maxLength(2_000))
const noticeSchema = z.object({
  packageName: z.string(),
  subscriptionNotification: z.optional(
    z.object({ purchaseToken: token, notificationType: z.optional(z.number()) }),
  ),
  voidedPurchaseNotification: z.optional(z.object({ purchaseToken: token })),
})

/** Reads messages pushed by Pub/Sub. Each has an OpenID Connect token of the only service account that may push. */
export function createGooglePush({
  config,
  keys,
  clock,
}: {
  config: GooglePlayConfig
  keys: JWTVerifyGetKey
  clock: Clock
}) {
  const { issuer, audience, account } = config.push

  const isTrusted = async (authorization: string | undefined): Promise<boolean> => {
    const [, shown] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
    if (shown === undefined || account === null) return false
    try {
      const { payload } = await jwtVerify(shown, keys, {
        algorithms: ['RS256', 'ES256'],
        issuer: issuer === GOOGLE ? [GOOGLE, GOOGLE_WITHOUT_SCHEME] : issuer,
        audience,
        clockTolerance: SKEW_S,
        currentDate: clock.now(),
        requiredClaims: ['exp', 'email'],
      })
      return payload.email === account && payload.email_verified === true
    } catch (error) {
      if (error instanceof errors.JOSEError) return false
      throw error
    }
  }

  return {
    /** Null for a forged or unreadable message; `other` for another app. Throws if the keys of the issuer cannot be read. */
    async readEvent(body: unknown, authorization: string | undefined): Promise<ShopEvent | 'other' | null> {
      if (!(await isTrusted(authorization))) return null
      const push = z.safeParse(pushSchema, body)
      if (!push.success) return null
      const { data, messageId, message_id: oldId } = push.data.message
      const notice = z.safeParse(noticeSchema, parseJson(Buffer.from(data, 'base64').toString('utf8')))
      const id = messageId ?? oldId
      if (!notice.success || id === undefined) return null
      const { packageName, subscriptionNotification, voidedPurchaseNotification } = notice.data
      if (packageName !== config.package) return 'other'
      if (voidedPurchaseNotification !== undefined)
        return {
          shop: 'google',
          id,
          type: 'voided',
          subject: voidedSubject(voidedPurchaseNotification.purchaseToken),
        }
      return {
        shop: 'google',
        id,
        type: `${subscriptionNotification?.notificationType ?? 'other'}`,
        subject: subscriptionNotification?.purchaseToken ?? null,
      }
    },
  }
}

export type GooglePush = ReturnType<typeof createGooglePush>
