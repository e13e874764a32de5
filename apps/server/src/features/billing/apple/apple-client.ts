import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import type { AppStoreConfig } from '#platform/process/billing-config.ts'
import { askShop } from '../json-request.ts'
import { PaymentError } from '../payment-error.ts'

const TOKEN_S = 900
const AUDIENCE = 'appstoreconnect-v1'

const statusesSchema = z.object({
  bundleId: z.optional(z.string()),
  data: z._default(
    z.array(
      z.object({
        lastTransactions: z._default(
          z.array(
            z.object({
              originalTransactionId: z.string(),
              status: z.number(),
              signedTransactionInfo: z.string(),
              signedRenewalInfo: z.optional(z.nullable(z.string())),
            }),
          ),
          [],
        ),
      }),
    ),
    [],
  ),
})

/** The signed status of a subscription from the App Store, not verified yet. */
export interface AppleStatus {
  status: number
  signedTransactionInfo: string
  signedRenewalInfo: string | null
}

/** The App Store Server API. */
export function createAppleClient({ bundleId, key, url }: AppStoreConfig, clock: Clock) {
  const bearer = async (): Promise<string> => {
    const now = Math.floor(clock.now().getTime() / 1_000)
    return new SignJWT({ bid: bundleId })
      .setProtectedHeader({ alg: 'ES256', kid: key.id, typ: 'JWT' })
      .setIssuer(key.issuer)
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_S)
      .sign(await importPKCS8(key.privateKey, 'ES256'))
  }

  return {
    /** The status of a subscription; null if the App Store does not know it. Throws PaymentError. */
    async read(originalTransactionId: string): Promise<AppleStatus | null> {
      const answer = await askShop(new URL(`/inApps/v1/subscriptions/${originalTransactionId}`, url), {
        headers: { authorization: `Bearer ${await bearer()}` },
      })
      if (answer.status === 400 || answer.status === 404) return null
      const read = z.safeParse(statusesSchema, answer.body)
      if (answer.status !== 200 || !read.success)
        throw new PaymentError('developer_error', {
          cause: new Error(`The App Store answered ${answer.status}`),
        })
      const found = read.data.data
        .flatMap(({ lastTransactions }) => lastTransactions)
        .find((one) => one.originalTransactionId === originalTransactionId)
      if (found === undefined) return null
      const { status, signedTransactionInfo, signedRenewalInfo = null } = found
      return { status, signedTransactionInfo, signedRenewalInfo }
    },
  }
}

export type AppleClient = ReturnType<typeof createAppleClient>
