import type { PaymentProblem } from '@senca/contract/billing'
import { ApiError } from '#platform/errors.ts'

/** A payment that failed, or a shop that could not be reached; `isPassing` if a retry may help. */
export class PaymentError extends ApiError {
  readonly problem: PaymentProblem
  readonly isPassing: boolean

  constructor(problem: PaymentProblem, options: { cause?: unknown } = {}) {
    super('payment_failed', { detail: problem })
    this.name = 'PaymentError'
    this.problem = problem
    this.isPassing = problem === 'store_unavailable'
    if (options.cause !== undefined) this.cause = options.cause
  }
}

/** A subscription that another account has claimed. */
export const belongsToAnother = () =>
  new ApiError('subscription_already_exists', {
    detail: 'belongs_to_another_account',
    message: 'This subscription belongs to another account.',
  })
