import {
  Environment,
  SignedDataVerifier,
  VerificationException,
  VerificationStatus,
} from '@apple/app-store-server-library'
import * as z from 'zod/mini'
import type { AppStoreConfig } from '#platform/process/billing-config.ts'
import type { ShopEvent } from '../events.store.ts'
import { PaymentError } from '../payment-error.ts'
import {
  type AppleRenewal,
  type AppleTransaction,
  appleRenewalSchema,
  appleTransactionSchema,
  OtherApp,
} from './apple-purchase.ts'

const notificationSchema = z.object({
  notificationUUID: z.string().check(z.minLength(1), z.maxLength(100)),
  notificationType: z.string(),
  subtype: z.optional(z.nullable(z.string())),
  data: z.optional(z.nullable(z.object({ signedTransactionInfo: z.optional(z.nullable(z.string())) }))),
})

/** Verifies data signed by the App Store, up to the root certificate, including revocation (OCSP). */
export function createAppleVerifier({ roots, isSandbox, bundleId, appId }: AppStoreConfig) {
  const environment = isSandbox ? Environment.SANDBOX : Environment.PRODUCTION
  const verifier = new SignedDataVerifier(roots, true, environment, bundleId, appId ?? undefined)

  /** Null for forged data. Throws OtherApp, and PaymentError if the revocation status could not be read. */
  const verify = async <T>(schema: z.ZodMiniType<T>, decode: () => Promise<unknown>): Promise<T | null> => {
    try {
      const read = z.safeParse(schema, await decode())
      return read.success ? read.data : null
    } catch (error) {
      if (!(error instanceof VerificationException)) return null
      switch (error.status) {
        case VerificationStatus.INVALID_APP_IDENTIFIER:
        case VerificationStatus.INVALID_ENVIRONMENT:
          throw new OtherApp()
        case VerificationStatus.RETRYABLE_VERIFICATION_FAILURE:
          throw new PaymentError('store_unavailable', { cause: error })
        default:
          return null
      }
    }
  }

  const transaction = (signed: string): Promise<AppleTransaction | null> =>
    verify(appleTransactionSchema, () => verifier.verifyAndDecodeTransaction(signed))

  return {
    transaction,
    renewal: (signed: string): Promise<AppleRenewal | null> =>
      verify(appleRenewalSchema, () => verifier.verifyAndDecodeRenewalInfo(signed)),

    /** Null for forged data. Throws OtherApp, PaymentError. */
    async notification(signed: string): Promise<ShopEvent | null> {
      const notice = await verify(notificationSchema, () => verifier.verifyAndDecodeNotification(signed))
      if (notice === null) return null
      const { notificationUUID: id, notificationType, subtype, data } = notice
      const about = data?.signedTransactionInfo
      const found = about == null ? null : await transaction(about)
      if (about != null && found === null) return null
      return {
        shop: 'apple',
        id,
        type: subtype == null ? notificationType : `${notificationType} ${subtype}`,
        subject: found?.originalTransactionId ?? null,
      }
    },
  }
}

export type AppleVerifier = ReturnType<typeof createAppleVerifier>
