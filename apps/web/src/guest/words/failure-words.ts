import type { ErrorCode } from '@senca/contract'
import type { TFunction } from 'i18next'
import { ApiFailure, NetworkFailure } from '#core/failures.ts'
import type { Texts } from '#i18n/resources.ts'

/** The words for the codes that a guest can meet. In the guest pages this stands in the place of the app's `error-text.ts`. */
const TEXT_BY_CODE = {
  too_many_requests: 'tooManyRequests',
  device_offline: 'deviceOffline',
  device_unreachable: 'deviceOffline',
  device_not_ready: 'deviceNotReady',
  device_busy: 'deviceBusy',
  device_already_in_state: 'deviceAlreadyInState',
  device_update_failed: 'deviceUpdateFailed',
  device_not_responding: 'deviceNotResponding',
  device_request_timeout: 'deviceRequestTimeout',
  device_unsupported_action: 'deviceUnsupportedAction',
  weather_scenario_matched: 'weatherScenarioMatched',
} as const satisfies Partial<Record<ErrorCode, keyof Texts['errors']>>

const isWorded = (error: string): error is keyof typeof TEXT_BY_CODE => Object.hasOwn(TEXT_BY_CODE, error)

/** The words for what an action raised. */
export function errorText(failure: unknown, t: TFunction): string {
  if (failure instanceof NetworkFailure) return t('errors.network')
  if (failure instanceof ApiFailure && failure.key === 'frozen') return t('guest.paused.title')
  return failure instanceof ApiFailure ? codeText(failure.error, '', t) : t('errors.generic')
}

/** What a link does not lend, or no longer does, is told as a link that has expired. */
const isNotLent = (error: string): boolean =>
  error === 'insufficient_permission' || error === 'device_not_exist'

/** The words for an error that stands in a result; `description` is the server's, for developers. */
export function codeText(error: string, _description: string, t: TFunction): string {
  if (isNotLent(error)) return t('guest.expired.title')
  return t(isWorded(error) ? `errors.${TEXT_BY_CODE[error]}` : 'errors.generic')
}
