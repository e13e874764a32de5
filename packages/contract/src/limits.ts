// All constants and limits of the product, imported together as LIMITS. The name contains the unit.
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
export const EMAIL_MAX_LENGTH = 254
export const MESSAGE_HIDE_MS = 6_000
export const DEVICE_NAME_MIN_LENGTH = 1
export const DEVICE_NAME_MAX_LENGTH = 20
export const DEVICE_INFO_BATCH = 100
/** The maximum length of an id in a request. */
export const ID_MAX_LENGTH = 64
export const ROOMS_PER_ACCOUNT = 100
export const ROOM_DEVICES = 1_000
export const PINNED = 12
export const FACADE_DEVICES = 500
export const GROUPS_PER_ACCOUNT = 50
export const GROUP_DEVICES = 100
export const SCENARIOS_PER_ACCOUNT = 200
export const SCENARIOS_PER_DEVICE = 20
export const SCENARIO_TARGETS = 200
export const SCENARIO_PARTS = 30
export const SCENARIO_HISTORY = 500
export const MOMENTS_PER_ACCOUNT = 50
export const MOMENT_STEPS = 20
export const TIME_TRIGGERS = 20
export const WEATHER_TRIGGERS = 6
export const SUN_OFFSET_MINUTES = 180
export const HOLD_FOR_MINUTES = 120
export const HOLD_FOR_DEFAULT_MINUTES = 15
export const ALARM_REASON_MAX_LENGTH = 200
export const OVERRIDE_REASON_MAX_LENGTH = 200
export const OUTLOOK_HOURS = 8_784
export const OUTLOOK_FIRINGS = 500
/** The default maximum delay of a missed firing. */
export const CATCH_UP_MINUTES = 30
export const HOME_NAME_MAX_LENGTH = 40
export const HOME_ALTITUDE_MIN_M = -500
export const HOME_ALTITUDE_MAX_M = 9_000
export const TIME_ZONE_MAX_LENGTH = 64
export const DEVICE_LINK_VALIDITY_MAX_DAYS = 30
export const DEVICE_LINK_NAME_MAX_LENGTH = 40
export const DEVICE_LINK_DEVICES = 50
export const DEVICE_LINK_WINDOWS = 20
export const DEVICE_LINK_USES_MAX = 1_000
/** Counts links that have not ended. */
export const DEVICE_LINKS_PER_ACCOUNT = 100
/** Counts also links that have ended and were not deleted. */
export const DEVICE_LINKS_KEPT_PER_ACCOUNT = 1_000
/** The maximum number of windows in one entry of the access list: enough for one window a day for a week. */
export const ACCESS_WINDOWS = 8
export const DEVICE_LINK_TOMBSTONE_DAYS = 90
/** The maximum time for which a used single-use link still shows its device. */
export const DEVICE_LINK_GRACE_MS = 180_000
export const DEVICE_LINK_PIN_TRIES = 10
export const DEVICE_LINK_PIN_LOCK_MS = 3_600_000
/** Connected apps of an account, and the devices of one. */
export const BRIDGES_PER_ACCOUNT = 20
export const BRIDGE_DEVICES = 1_000
/** A script ends after so many days, unless its maker chooses another time up to the maximum. */
export const BRIDGE_DEFAULT_DAYS = 90
export const BRIDGE_MAX_DAYS = 366
export const WEBHOOKS_PER_ACCOUNT = 10
export const WEBHOOK_URL_MAX_LENGTH = 2_000
export const WEBHOOK_BODY_MAX_BYTES = 20_480
/** Deliveries of an account that wait, and those of a webhook that are shown. */
export const WEBHOOK_WAITING = 1_000
export const WEBHOOK_DELIVERIES = 500
export const WEBHOOK_DELIVERY_DAYS = 7
/** Tests and replays of an account in an hour. */
export const WEBHOOK_TRIES_PER_HOUR = 120
export const CONFIRMATION_MAIL_WAIT_S = 20
export const TRIAL_DAYS = 30
export const SLIDER_MIN = 0
export const SLIDER_MAX = 1
export const SLIDER_STEP = 0.01
export const SLIDER_UNKNOWN_START = 0.3
export const DRAG_MARGIN = 0.02
export const RECALIBRATE_BUSY_MS = 5_000
export const UNLOCK_DURATION_DEFAULT_S = 5
export const UNLOCK_DURATION_MIN_S = 1
export const UNLOCK_DURATION_MAX_S = 60
export const INCLINATION_TIME_MIN_MS = 100
export const INCLINATION_TIME_MAX_MS = 10_000
export const TRAVEL_TIME_MIN_S = 5
export const TRAVEL_TIME_MAX_S = 180
export const TOKEN_EXCHANGE_RETRIES = 3
export const CURRENT_USER_KEY = 'currentUser'
export const LANGUAGE_STORAGE_KEY = 'i18nextLng'
export const LANGUAGE_COOKIE = 'i18next'
export const DEVICE_NETWORK_PREFIX = 'ADC_'
export const DEVICE_NETWORK_SUFFIX_LENGTH = 6
/** The number of days for which the hourly weather is stored. */
export const WEATHER_KEPT_DAYS = 400
// sun
export const WINDOW_MAX_M = 20
export const SLAT_MIN_MM = 5
export const SLAT_MAX_MM = 1_000
export const SUN_ABOVE_MIN_C = -30
export const SUN_ABOVE_MAX_C = 50
/** The minimum time between two movements of a device by the sun. */
export const SUN_MOVE_MIN_MS = 600_000
/** The sun does not move a device by less than this share of the full range. */
export const SUN_MOVE_MIN = 0.05
// HTTP and sessions
export const BODY_MAX_BYTES = 65_536
/** A façade with as many devices as it may have, and numbers with all their digits. */
export const FACADE_BODY_MAX_BYTES = 131_072
export const FORM_MAX_BYTES = 8_192
export const API_TOKEN_TTL_S = 900
export const WEBSOCKET_TOKEN_TTL_S = 3_600
export const SESSION_ROLLING_DAYS = 30
export const SESSION_ABSOLUTE_DAYS = 180
// realtime
export const WEBSOCKET_LOGIN_MS = 10_000
export const WEBSOCKET_FRAME_MAX_BYTES = 16_384
export const WEBSOCKETS_PER_SESSION = 20
export const WEBSOCKETS_PER_ACCOUNT = 50
export const WEBSOCKETS_PER_LINK = 20
export const WEBSOCKETS_UNSIGNED_PER_ADDRESS = 100
/** The limit over all sockets together; above it, only the newest state is delivered. */
export const DELIVERIES_PER_DEVICE_AND_SECOND = 5_000
// commands
export const COMMAND_ACK_MS = 5_000
export const COMMAND_STATE_MS = 10_000
/**
 * The time after sending until a command expires. It is shorter than the acknowledgement timeout, so that the command has expired
 * before its caller is notified that it failed.
 */
export const COMMAND_EXPIRY_MS = 4_500
export const UNLOCK_EXPIRY_MS = 4_000
/** An unlock that a person asked for longer ago is refused, and the call of a page ends then. */
export const UNLOCK_ASKED_MAX_MS = 10_000
export const COMMAND_REST_MAX_MS = 180_000
export const COMMAND_TRAVEL_FACTOR = 1.5
export const TARGET_TOLERANCE = 0.02
/** The same for third-party hardware, which stops up to four percent off. */
export const THIRD_PARTY_TOLERANCE = 0.05
/** A battery is low at or below the first share, and no longer at or above the second one. */
export const BATTERY_LOW_PERCENT = 20
export const BATTERY_CHARGED_PERCENT = 30
/** A battery whose charge goes up and down is reported once in this time, with its newest charge. */
export const BATTERY_EVERY_MS = 60_000
// device protocol
/** The maximum size of a command, from the server to a device. */
export const DEVICE_PAYLOAD_MAX_BYTES = 16_384
/** The maximum size of a `status`, `state` or `result`, from a device to the server. */
export const DEVICE_MESSAGE_MAX_BYTES = 4_096
/** The largest restart or update count that is accepted. */
export const DEVICE_COUNT_MAX = 4_294_967_295
export const PROVISION_MAX_COUNT = 10_000
// keys of devices
export const PUBLIC_KEYS_PER_DEVICE = 3
/** The maximum length of a public key as text. */
export const PUBLIC_KEY_MAX_LENGTH = 2_048
/** The maximum length of the address from which a device downloads its firmware. */
export const FIRMWARE_URL_MAX_LENGTH = 2_000
/** The maximum time until a device token expires. */
export const DEVICE_TOKEN_TTL_S = 86_400
// set-up
export const SETUP_CODE_TTL_MS = 1_800_000
/** The maximum number of set-up codes of an account that are neither used nor expired. */
export const SETUP_CODES_OPEN = 5
// MQTT access of an account
export const MQTT_LOGIN_NAME_MAX_LENGTH = 40
export const MQTT_LOGINS_PER_ACCOUNT = 20
/** The maximum number of logins that an account makes or replaces in an hour. */
export const MQTT_LOGINS_PER_HOUR = 30
export const MQTT_CONNECTIONS_PER_ACCOUNT = 200
export const MQTT_RETAINED_PER_ACCOUNT = 10_000
/** The same of its bridges, beside those. */
export const MQTT_RETAINED_OF_BRIDGES = 5_000
export const MQTT_RETAINED_BYTES_PER_ACCOUNT = 16_777_216
export const MQTT_ENTITIES_PER_ACCOUNT = 2_000
export const MQTT_NOTICES_SHOWN = 50
export const MATTER_CODE_MAX_LENGTH = 110
/** How many Matter devices are added at a time by all accounts of a server. */
export const MATTER_COMMISSIONINGS = 3
/** How often an account tries to join a broker in an hour. */
export const BROKER_JOINS_PER_HOUR = 10
/** The maximum length of the certificates with which a joined broker is checked, as PEM. */
export const BROKER_CA_MAX_LENGTH = 16_384
// roles and transfers
export const ROLE_NAME_MAX_LENGTH = 20
export const ROLES_PER_ACCOUNT = 50
export const ROLE_USERS = 20
/** The maximum number of addresses that a call may contain; more than `ROLE_USERS` addresses are refused with a limit error. */
export const ROLE_USERS_READ = 100
export const ROLE_DEVICES = 1_000
/** The number of days for which an ended role is shown to the person who received it. */
export const ROLE_ENDED_SHOWN_DAYS = 30
/** The maximum number of new account addresses per hour that an account may name in roles and transfers. */
export const ADDRESSES_ASKED_PER_HOUR = 30
/** The maximum duration in days of a maintenance role that is handed over to an installer. */
export const HAND_OVER_MAX_DAYS = 7
export const TEST_MOVE_MAX_MS = 3_000
export const TRANSFER_VALID_DAYS = 7
// hardware of other makers
/** The maximum number of entities that a call may name. */
export const ENTITIES_PER_CALL = 100
/** The tries of entities: so many at once, then so many a second. */
export const ENTITY_TRIES_AT_ONCE = 100
export const ENTITY_TRIES_PER_SECOND = 20
// notifications
export const NOTIFICATIONS_PER_ACCOUNT = 500
export const NOTIFICATIONS_LISTED = 50
export const NOTIFICATION_TITLE_MAX_LENGTH = 40
export const NOTIFICATION_BODY_MAX_LENGTH = 110
export const DOOR_OPEN_MAX_MINUTES = 240
export const DEVICE_OFFLINE_MAX_MINUTES = 2_880
export const ESCALATION_MAX_MINUTES = 60
export const ESCALATION_PEOPLE = 2
// pushes
export const PUSH_SUBSCRIPTIONS_PER_ACCOUNT = 20
export const PUSH_ENDPOINT_MAX_LENGTH = 1_024
export const PUSH_LABEL_MAX_LENGTH = 40
/** Beside those of a must. */
export const PUSHES_PER_HOUR = 60
export const PUSHES_PER_DAY = 200
export const PUSH_TESTS_PER_HOUR = 5
/** The longest message before it is filled up, and its length after that, in bytes. */
export const PUSH_MESSAGE_MAX_BYTES = 2_400
export const PUSH_MESSAGE_BYTES = 2_560
