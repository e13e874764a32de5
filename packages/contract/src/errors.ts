import * as z from 'zod/mini'

/**
 * Every error code of an answer. `status` is the HTTP status if the error is the answer to a whole request; `fault` says whose
 * fault it is, which decides the error class and the log level; `description` is in English, for developers.
 */
export const ERROR_CATALOGUE = {
  // account and session
  data_missing: {
    status: 400,
    fault: 'caller',
    description: 'The form carries none of the expected fields.',
  },
  missing_login: { status: 400, fault: 'caller', description: 'The login (e-mail) is missing.' },
  missing_password: { status: 400, fault: 'caller', description: 'The password is missing.' },
  invalid_credentials: { status: 401, fault: 'caller', description: 'These credentials are not valid.' },
  api_token_missing: {
    status: 401,
    fault: 'caller',
    description: 'This call needs an api token: Authorization: Bearer.',
  },
  api_token_invalid: {
    status: 401,
    fault: 'caller',
    description: 'The api token is unknown, expired or ended.',
  },
  login_required: { status: 401, fault: 'caller', description: 'No live session: log in first.' },
  second_factor_required: {
    status: 401,
    fault: 'caller',
    description: 'A second factor is needed to finish the login.',
  },
  confirmation_code_expired: {
    status: 410,
    fault: 'caller',
    description: 'The code is wrong, used up or expired.',
  },
  confirmation_invalid: {
    status: 410,
    fault: 'caller',
    description: 'The link is unknown, used or expired.',
  },
  account_not_found: { status: 404, fault: 'caller', description: 'No account has this e-mail address.' },
  account_already_confirmed: {
    status: 409,
    fault: 'caller',
    description: 'The account is confirmed already.',
  },
  account_confirmation_required: { status: 403, fault: 'caller', description: 'Confirm the account first.' },
  other_account_confirmation_required: {
    status: 403,
    fault: 'caller',
    description: 'The other account must be confirmed first.',
  },
  email_already_in_use: {
    status: 409,
    fault: 'caller',
    description: 'An account with this e-mail address exists.',
  },
  password_not_strong_enough: {
    status: 400,
    fault: 'caller',
    description: 'The password is too short or too easy to guess.',
  },
  password_already_set: { status: 409, fault: 'caller', description: 'The account has a password already.' },
  // requests as such
  malformed_request: {
    status: 400,
    fault: 'caller',
    description: 'The request does not have the described shape.',
  },
  insufficient_permission: { status: 403, fault: 'caller', description: 'This actor may not do this.' },
  entity_in_use: {
    status: 409,
    fault: 'caller',
    description: 'This hardware belongs to a device already.',
  },
  resource_not_found: { status: 404, fault: 'caller', description: 'This resource does not exist.' },
  too_many_requests: { status: 429, fault: 'caller', description: 'Too many tries: wait for Retry-After.' },
  internal_error: { status: 500, fault: 'server', description: 'The server failed.' },
  // devices and commands
  device_not_exist: { status: 404, fault: 'caller', description: 'No such device is visible to this actor.' },
  device_offline: { status: 409, fault: 'device', description: 'The device is not connected.' },
  device_unreachable: {
    status: 409,
    fault: 'device',
    description: 'The bridge or broker of the device cannot be reached.',
  },
  device_not_ready: { status: 409, fault: 'device', description: 'The device has never reported its state.' },
  device_busy: { status: 409, fault: 'device', description: 'The device is busy and refused the command.' },
  device_not_busy: {
    status: 409,
    fault: 'device',
    description: 'The device is not moving: there is nothing to stop.',
  },
  device_already_in_state: {
    status: 409,
    fault: 'device',
    description: 'The device reports that it is in this state already.',
  },
  device_update_failed: {
    status: 409,
    fault: 'device',
    description: 'The device came to rest elsewhere than it was sent.',
  },
  device_not_responding: {
    status: 504,
    fault: 'device',
    description: 'The device accepted the command and then did not report.',
  },
  device_request_timeout: {
    status: 504,
    fault: 'device',
    description: 'The device did not acknowledge the command in time.',
  },
  device_unsupported_action: {
    status: 400,
    fault: 'caller',
    description: 'This kind of device has no such axis or part.',
  },
  device_name_in_use: {
    status: 409,
    fault: 'caller',
    description: 'Another one of the account has this name.',
  },
  bad_command_key: { status: 400, fault: 'caller', description: 'No command has a field of this name.' },
  bad_command_type: {
    status: 400,
    fault: 'caller',
    description: 'A field of the command has the wrong type.',
  },
  bad_command_value: {
    status: 400,
    fault: 'caller',
    description: 'A field of the command is out of its range.',
  },
  multiple_command_values: {
    status: 400,
    fault: 'caller',
    description: 'The device is named more than once.',
  },
  no_commands_found: { status: 400, fault: 'caller', description: 'The request carries no commands.' },
  invalid_command: {
    status: 400,
    fault: 'caller',
    description: 'There is no such command, or it lacks a field it needs.',
  },
  command_params_invalid: {
    status: 400,
    fault: 'caller',
    description: 'The parameters of the command do not fit together.',
  },
  // scenarios, links, roles, homes, keys, subscription
  malformed_trigger: {
    status: 400,
    fault: 'caller',
    description: 'A trigger does not have the described shape.',
  },
  malformed_action: {
    status: 400,
    fault: 'caller',
    description: 'An action does not have the described shape.',
  },
  malformed_scenario: {
    status: 400,
    fault: 'caller',
    description: 'The scenario does not have the described shape.',
  },
  device_too_many_scenarios: {
    status: 409,
    fault: 'caller',
    description: 'The device is in too many scenarios.',
  },
  device_scenarios_limit_exceeded: {
    status: 409,
    fault: 'caller',
    description: 'The device has reached its limit of scenarios.',
  },
  open_weather_subscription_needed: {
    status: 402,
    fault: 'caller',
    description: 'A weather subscription is required for this action',
  },
  weather_scenario_matched: {
    status: 409,
    fault: 'caller',
    description: 'A weather scenario holds this device in safety.',
  },
  similar_weather_scenario_already_exists: {
    status: 409,
    fault: 'caller',
    description: 'The device is in a scenario of this weather data type already.',
  },
  subscription_already_exists: {
    status: 409,
    fault: 'caller',
    description: 'There is a subscription already.',
  },
  payment_failed: {
    status: 402,
    fault: 'caller',
    description: 'The payment did not go through; error_detail says why.',
  },
  role_already_exists: { status: 409, fault: 'caller', description: 'A role of this name exists.' },
  roles_limit_exceeded: { status: 409, fault: 'caller', description: 'The limit of roles is reached.' },
  role_users_limit_exceeded: {
    status: 409,
    fault: 'caller',
    description: 'The role has reached its limit of users.',
  },
  home_already_exists: { status: 409, fault: 'caller', description: 'The home exists already.' },
  public_key_already_exists: {
    status: 409,
    fault: 'caller',
    description: 'This public key is registered already.',
  },
  public_key_invalid: {
    status: 400,
    fault: 'caller',
    description: 'The public key cannot be read or is of the wrong kind.',
  },
  device_upgrade_not_available: {
    status: 409,
    fault: 'caller',
    description: 'There is no firmware for this device that is newer than its own.',
  },
  setup_codes_limit_exceeded: {
    status: 409,
    fault: 'caller',
    description: 'The limit of setup codes that are neither used nor expired is reached.',
  },
  public_keys_limit_exceeded: {
    status: 409,
    fault: 'caller',
    description: 'The device has as many public keys as it may have.',
  },
  device_links_limit_exceeded: {
    status: 409,
    fault: 'caller',
    description: 'The limit of device links is reached.',
  },
  bridge_already_exists: {
    status: 409,
    fault: 'caller',
    description: 'A connected app of this name exists.',
  },
  bridges_limit_exceeded: {
    status: 409,
    fault: 'caller',
    description: 'The limit of connected apps is reached.',
  },
  bridge_unavailable: {
    status: 409,
    fault: 'caller',
    description: 'The connected app cannot be reached now, or its port or its place is taken.',
  },
  bridge_devices_limit_exceeded: {
    status: 409,
    fault: 'caller',
    description: 'A connected app has too many devices.',
  },
  webhooks_limit_exceeded: {
    status: 409,
    fault: 'caller',
    description: 'The limit of webhooks is reached.',
  },
  approval_not_possible: {
    status: 409,
    fault: 'caller',
    description: 'Nobody who may allow this can be asked now.',
  },
  notification_action_expired: {
    status: 409,
    fault: 'caller',
    description: 'The notification does not have this action any more.',
  },
  push_service_not_allowed: {
    status: 400,
    fault: 'caller',
    description: 'This server sends no pushes to this push service.',
  },
  push_subscriptions_limit_exceeded: {
    status: 409,
    fault: 'caller',
    description: 'The limit of phones with pushes is reached.',
  },
  groups_limit_exceeded: { status: 409, fault: 'caller', description: 'The limit of groups is reached.' },
  moments_limit_exceeded: { status: 409, fault: 'caller', description: 'The limit of moments is reached.' },
  rooms_limit_exceeded: { status: 409, fault: 'caller', description: 'The limit of rooms is reached.' },
  mqtt_credentials_limit_exceeded: {
    status: 409,
    fault: 'caller',
    description: 'The account has as many MQTT logins as it may have.',
  },
  broker_unusable: {
    status: 409,
    fault: 'caller',
    description: 'The broker cannot be joined; error_detail says why.',
  },
} as const satisfies Record<
  string,
  { status: number; fault: 'caller' | 'device' | 'server'; description: string }
>

export type ErrorCode = keyof typeof ERROR_CATALOGUE

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CATALOGUE, code)

/** Accepts only codes of the catalogue. Marked as pure, so that pages that do not use the catalogue do not load it. */
export const errorCodeSchema = /* @__PURE__ */ z.enum(
  /* @__PURE__ */ Object.keys(ERROR_CATALOGUE).filter(isErrorCode),
)

/** The body of every refused request. Descriptions are English, for developers. */
export const errorBodySchema = z.object({
  error: z.string(),
  error_description: z.string(),
  error_detail: z.optional(z.string()),
  key: z.optional(z.string()),
  device_id: z.optional(z.string()),
  /** With `second_factor_required`: the state with which the login is finished. */
  state: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
