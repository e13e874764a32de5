import type { PaymentProblem } from '@senca/contract/billing'
import * as z from 'zod/mini'
import { PaymentError } from '../payment-error.ts'

/** An error of Stripe's client, as far as it is read here. */
const stripeErrorSchema = z.object({
  type: z.string().check(z.startsWith('Stripe')),
  statusCode: z.nullish(z.number()),
  code: z.nullish(z.string()),
  param: z.nullish(z.string()),
})
const INVALID_REQUEST = 'StripeInvalidRequestError'

/** Null for all other errors. */
const stripeErrorOf = (error: unknown) => z.safeParse(stripeErrorSchema, error).data ?? null

/** Whether an object does not exist at Stripe. */
export function isMissing(error: unknown): boolean {
  const failure = stripeErrorOf(error)
  return (
    failure?.type === INVALID_REQUEST && (failure.statusCode === 404 || failure.code === 'resource_missing')
  )
}

/** Whether a request failed because its customer was deleted in Stripe's dashboard. */
export const isWithoutCustomer = (error: unknown): boolean =>
  error instanceof PaymentError && isMissing(error.cause) && stripeErrorOf(error.cause)?.param === 'customer'

export const isAlreadyRefunded = (error: unknown): boolean => {
  const failure = error instanceof PaymentError ? stripeErrorOf(error.cause) : null
  return failure?.type === INVALID_REQUEST && failure.code === 'charge_already_refunded'
}

/** The error that the app receives for an error of Stripe's client. */
export function problemOf(error: unknown): PaymentProblem {
  if (isMissing(error)) return 'subscription_unavailable'
  const failure = stripeErrorOf(error)
  if (failure === null) return 'unknown'
  switch (failure.type) {
    case 'StripeCardError':
      return 'payment_declined'
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
    case INVALID_REQUEST:
      return 'developer_error'
    default:
      // There is no connection, too many requests, or an internal error of Stripe.
      return 'store_unavailable'
  }
}
