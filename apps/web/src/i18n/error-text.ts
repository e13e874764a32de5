import type { ErrorCode } from '@senca/contract'
import type { TFunction } from 'i18next'
import { ApiFailure, NetworkFailure, UnreadableAnswer } from '#core/api/failures.ts'
import type { Texts } from './resources.ts'

type ErrorText = keyof Texts['errors']

/** The pages where these errors occur have their own texts, or only bridges get them; elsewhere the server's text is shown. */
type ShownInPlace =
  | 'approval_not_possible'
  | 'public_key_already_exists'
  | 'public_key_invalid'
  | 'public_keys_limit_exceeded'
  | 'setup_codes_limit_exceeded'
  | 'device_upgrade_not_available'
  | 'notification_action_expired'
  | 'webhooks_limit_exceeded'
  | 'push_service_not_allowed'
  | 'push_subscriptions_limit_exceeded'

/** The text key for each error code of the catalogue. A code without an entry does not compile. */
const TEXT_BY_CODE = {
  data_missing: 'loginRequired',
  missing_login: 'loginRequired',
  missing_password: 'loginRequired',
  invalid_credentials: 'loginRequired',
  api_token_missing: 'loginRequired',
  api_token_invalid: 'loginRequired',
  login_required: 'loginRequired',
  second_factor_required: 'secondFactor',
  confirmation_code_expired: 'codeInvalid',
  confirmation_invalid: 'linkExpired',
  account_not_found: 'confirmAccount',
  account_confirmation_required: 'confirmAccount',
  other_account_confirmation_required: 'confirmAccount',
  account_already_confirmed: 'alreadyConfirmed',
  email_already_in_use: 'emailInUse',
  password_not_strong_enough: 'passwordTooWeak',
  password_already_set: 'passwordAlreadySet',
  malformed_request: 'generic',
  insufficient_permission: 'insufficientPermission',
  resource_not_found: 'notFound',
  too_many_requests: 'tooManyRequests',
  internal_error: 'generic',
  device_not_exist: 'deviceNotExist',
  device_offline: 'deviceOffline',
  device_unreachable: 'deviceUnreachable',
  device_not_ready: 'deviceNotReady',
  device_busy: 'deviceBusy',
  device_not_busy: 'deviceNotBusy',
  device_already_in_state: 'deviceAlreadyInState',
  device_update_failed: 'deviceUpdateFailed',
  device_not_responding: 'deviceNotResponding',
  device_request_timeout: 'deviceRequestTimeout',
  device_unsupported_action: 'deviceUnsupportedAction',
  entity_in_use: 'entityInUse',
  device_name_in_use: 'deviceNameInUse',
  bad_command_key: 'generic',
  bad_command_type: 'generic',
  bad_command_value: 'generic',
  multiple_command_values: 'generic',
  no_commands_found: 'generic',
  invalid_command: 'generic',
  command_params_invalid: 'generic',
  malformed_trigger: 'generic',
  malformed_action: 'generic',
  malformed_scenario: 'generic',
  device_too_many_scenarios: 'scenarioLimit',
  device_scenarios_limit_exceeded: 'scenarioLimit',
  open_weather_subscription_needed: 'weatherSubscription',
  weather_scenario_matched: 'weatherScenarioMatched',
  similar_weather_scenario_already_exists: 'similarWeatherScenario',
  subscription_already_exists: 'subscriptionExists',
  payment_failed: 'paymentFailed',
  role_already_exists: 'roleExists',
  roles_limit_exceeded: 'rolesLimit',
  role_users_limit_exceeded: 'roleUsersLimit',
  home_already_exists: 'homeExists',
  device_links_limit_exceeded: 'deviceLinksLimit',
  groups_limit_exceeded: 'groupsLimit',
  moments_limit_exceeded: 'momentsLimit',
  bridges_limit_exceeded: 'bridgesLimit',
  bridge_already_exists: 'bridgeExists',
  bridge_unavailable: 'bridgeUnavailable',
  bridge_devices_limit_exceeded: 'bridgeDevicesLimit',
  rooms_limit_exceeded: 'roomsLimit',
  mqtt_credentials_limit_exceeded: 'mqttLoginsLimit',
  broker_unusable: 'brokerUnusable',
} as const satisfies Record<Exclude<ErrorCode, ShownInPlace>, ErrorText>

/** The text for the failure of an action: that of its code, or the server's text for an unknown code. */
export function errorText(failure: unknown, t: TFunction): string {
  if (failure instanceof NetworkFailure) return t('errors.network')
  if (failure instanceof ApiFailure) return codeText(failure.error, failure.description, t)
  return t('errors.generic')
}

/** The error page of a proxy would not fit into the message bar, so quotes are cut to this length. */
const QUOTED_LENGTH = 200

/** Like `errorText`, but quotes an answer that could not be read, for the screens of e-mailed links. */
export function quotedErrorText(failure: unknown, t: TFunction): string {
  return failure instanceof UnreadableAnswer ? failure.message.slice(0, QUOTED_LENGTH) : errorText(failure, t)
}

const isWorded = (error: string): error is keyof typeof TEXT_BY_CODE => Object.hasOwn(TEXT_BY_CODE, error)

/** For guests, whose texts no other page loads, what is not shared is the end of their link. */
const NOT_SHARED: ReadonlySet<string> = new Set(['insufficient_permission', 'device_not_exist'])

/** The text for an error in a result. */
export function codeText(error: string, description: string, t: TFunction): string {
  if (isWorded(error)) {
    const key = `errors.${TEXT_BY_CODE[error]}` as const
    return t(NOT_SHARED.has(error) ? ['guest.expired.title', key] : key)
  }
  return description === '' ? t('errors.generic') : t('errors.withDescription', { description })
}
