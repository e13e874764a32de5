import type { ErrorCode } from '@senca/contract'
import type { TFunction } from 'i18next'
import { ApiFailure, NetworkFailure } from '#core/api/failures.ts'
import type { Texts } from '#i18n/resources.ts'

/** The texts of the error codes that a guest can get. In the guest pages this module replaces the app's `error-text.ts`. */
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

/** The text for the failure of an action. */
export function errorText(failure: unknown, t: TFunction): string {
  if (failure instanceof NetworkFailure) return t('errors.network')
  if (failure instanceof ApiFailure && failure.key === 'frozen') return t('guest.paused.title')
  return failure instanceof ApiFailure ? codeText(failure.error, '', t) : t('errors.generic')
}

/** Something that a link does not share, or not any more, is reported as an expired link. */
const isNotShared = (error: string): boolean =>
  error === 'insufficient_permission' || error === 'device_not_exist'

/** The text for an error in a result. `_description` is the server's text for developers and is not used. */
export function codeText(error: string, _description: string, t: TFunction): string {
  if (isNotShared(error)) return t('guest.expired.title')
  return t(isWorded(error) ? `errors.${TEXT_BY_CODE[error]}` : 'errors.generic')
}
