import { PAYMENT_PROBLEMS, type PaymentProblem } from '@senca/contract/billing'
import type { TFunction } from 'i18next'
import { ApiFailure, NetworkFailure } from '#core/api/failures.ts'
import { errorText } from '#i18n/error-text.ts'

const isProblem = (text: string | null): text is PaymentProblem =>
  text !== null && PAYMENT_PROBLEMS.some((problem) => problem === text)

export function paymentText(failure: unknown, t: TFunction): string {
  if (failure instanceof NetworkFailure) return t('subscription.problem.network_error')
  if (!(failure instanceof ApiFailure)) return errorText(failure, t)
  if (isProblem(failure.detail)) return t(`subscription.problem.${failure.detail}`)
  if (failure.error === 'payment_failed') return t('subscription.problem.unknown')
  return failure.error === 'subscription_already_exists'
    ? t('subscription.problem.already_subscribed')
    : errorText(failure, t)
}
