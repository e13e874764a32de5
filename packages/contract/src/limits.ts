/** Every constant and limit of the product in one table. The unit stands in the name. */
export const LIMITS = {
  PASSWORD_MIN_LENGTH: 8,
  PASSWORD_MAX_LENGTH: 128,
  EMAIL_MAX_LENGTH: 254,
  MESSAGE_HIDE_MS: 6_000,
  DEVICE_NAME_MIN_LENGTH: 1,
  DEVICE_NAME_MAX_LENGTH: 20,
  DEVICE_INFO_BATCH: 100,
  DEVICE_LINK_VALIDITY_MAX_DAYS: 30,
  DEVICE_LINK_NAME_MAX_LENGTH: 40,
  DEVICE_LINK_DEVICES: 50,
  DEVICE_LINK_WINDOWS: 20,
  DEVICE_LINK_USES_MAX: 1_000,
  /** Of those that are not over. */
  DEVICE_LINKS_PER_ACCOUNT: 100,
  /** With those that are over and were not deleted. */
  DEVICE_LINKS_KEPT_PER_ACCOUNT: 1_000,
  /** Of one entry of the list of who can open: one a day is told for the whole week. */
  ACCESS_WINDOWS: 8,
  DEVICE_LINK_TOMBSTONE_DAYS: 90,
  /** How long a spent single-use link still shows its device at most. */
  DEVICE_LINK_GRACE_MS: 180_000,
  DEVICE_LINK_PIN_TRIES: 10,
  DEVICE_LINK_PIN_LOCK_MS: 3_600_000,
  CONFIRMATION_MAIL_WAIT_S: 20,
  TRIAL_DAYS: 30,
  SLIDER_MIN: 0,
  SLIDER_MAX: 1,
  SLIDER_STEP: 0.01,
  SLIDER_UNKNOWN_START: 0.3,
  DRAG_MARGIN: 0.02,
  TILT_DIAL_MIN_DEG: -80,
  TILT_DIAL_MAX_DEG: 80,
  RECALIBRATE_BUSY_MS: 5_000,
  UNLOCK_DISPLAY_MS: 5_000,
  UNLOCK_DURATION_DEFAULT_S: 5,
  UNLOCK_DURATION_MIN_S: 1,
  UNLOCK_DURATION_MAX_S: 60,
  INCLINATION_TIME_MIN_MS: 100,
  INCLINATION_TIME_MAX_MS: 10_000,
  TOKEN_EXCHANGE_RETRIES: 3,
  CURRENT_USER_KEY: 'currentUser',
  LANGUAGE_STORAGE_KEY: 'i18nextLng',
  LANGUAGE_COOKIE: 'i18next',
  DEVICE_NETWORK_PREFIX: 'ADC_',
  DEVICE_NETWORK_SUFFIX_LENGTH: 6,
  // HTTP and sessions
  BODY_MAX_BYTES: 65_536,
  FORM_MAX_BYTES: 8_192,
  API_TOKEN_TTL_S: 900,
  WEBSOCKET_TOKEN_TTL_S: 3_600,
  SESSION_ROLLING_DAYS: 30,
  SESSION_ABSOLUTE_DAYS: 180,
  // realtime
  WEBSOCKET_LOGIN_MS: 10_000,
  WEBSOCKET_FRAME_MAX_BYTES: 16_384,
  WEBSOCKETS_PER_SESSION: 20,
  WEBSOCKETS_PER_ACCOUNT: 50,
  WEBSOCKETS_PER_LINK: 20,
  WEBSOCKETS_UNSIGNED_PER_ADDRESS: 100,
  /** To all sockets together; beyond that only the newest state is delivered. */
  DELIVERIES_PER_DEVICE_AND_SECOND: 5_000,
  // commands
  COMMAND_ACK_MS: 5_000,
  COMMAND_STATE_MS: 10_000,
  /** From when a command is sent until it is void: before its caller is told that it failed. */
  COMMAND_EXPIRY_MS: 4_500,
  UNLOCK_EXPIRY_MS: 4_000,
  COMMAND_REST_MAX_MS: 180_000,
  COMMAND_TRAVEL_FACTOR: 1.5,
  TARGET_TOLERANCE: 0.02,
  // device protocol
  /** Of a command, from the server to a device. */
  DEVICE_PAYLOAD_MAX_BYTES: 16_384,
  /** Of a `status`, `state` or `result`, from a device to the server. */
  DEVICE_MESSAGE_MAX_BYTES: 4_096,
  /** The largest restart or update count that is accepted. */
  DEVICE_COUNT_MAX: 4_294_967_295,
  PROVISION_MAX_COUNT: 10_000,
} as const
