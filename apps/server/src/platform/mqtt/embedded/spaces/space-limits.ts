const KIB = 1_024
const MIB = 1_024 * KIB

/** The limits of one account in its space. */
export const SPACE_LIMITS = {
  CONNECTIONS: 200,
  SIGN_INS: { ratePerSecond: 5, burst: 250 },
  /** Zigbee2MQTT sends more than 200 KiB in one message at each of its starts. */
  PACKET_BYTES: 4 * MIB,
  /** Home Assistant subscribes to 500 topics in one packet. */
  FILTERS_BYTES: 64 * KIB,
  CONNECTION_PACKETS: { ratePerSecond: 2_500, burst: 10_000 },
  CONNECTION_BYTES: { ratePerSecond: MIB, burst: 16 * MIB },
  ACCOUNT_PACKETS: { ratePerSecond: 4_000, burst: 20_000 },
  ACCOUNT_BYTES: { ratePerSecond: 2 * MIB, burst: 32 * MIB },
  /**
   * A burst within the limits above is spread over a second, so that the event loop is not busy with one account for longer than a
   * millisecond or two at a time.
   */
  ACCOUNT_PACKETS_AT_ONCE: { ratePerSecond: 20_000, burst: 100 },
  DELIVERIES: { ratePerSecond: 20_000, burst: 400 },
  RETAINED: 10_000,
  RETAINED_BYTES: 16 * MIB,
  SUBSCRIPTIONS_OF_CONNECTION: 1_000,
  SUBSCRIPTIONS: 5_000,
  TOPIC_BYTES: 512,
  TOPIC_LEVELS: 32,
  CLIENT_ID_LENGTH: 128,
} as const
