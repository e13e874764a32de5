import type { IConnackPacket, IConnectPacket, ISubackPacket, Packet } from 'mqtt-packet'

/** Reason codes of MQTT 5 §2.4, as far as we send or tell them apart. */
export const REASONS = {
  success: 0x00,
  malformedPacket: 0x81,
  protocolError: 0x82,
  unacceptableProtocol: 0x84,
  identifierRejected: 0x85,
  badCredentials: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  serverShuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  topicAliasInvalid: 0x94,
  quotaExceeded: 0x97,
  administrativeAction: 0x98,
  subscriptionIdentifiersNotSupported: 0xa1,
} as const

export type Reason = (typeof REASONS)[keyof typeof REASONS]

/** From this code on a packet reports a failure. */
export const FIRST_FAILURE = 0x80

/** By the return code of a CONNACK of MQTT 3.1.1 §3.2.2.3. */
const REASON_BY_RETURN_CODE = new Map<number, Reason>([
  [1, REASONS.unacceptableProtocol],
  [2, REASONS.identifierRejected],
  [3, REASONS.serverUnavailable],
  [4, REASONS.badCredentials],
  [5, REASONS.notAuthorized],
])
/** What a SUBACK of MQTT 3.1.1 says of a filter that is not granted. */
const NOT_GRANTED = 0x80

/** Bytes of the largest packet that a client may send. */
export const MAXIMUM_PACKET_SIZE = 64 * 1024

/**
 * The same CONNECT for MQTT 3.1.1. The session is always a clean one, so that a delayed will would come at the end
 * of the connection too (MQTT 5 §3.1.3.2.2); the other properties of a will have no place to go.
 */
export function connectForMqtt311(packet: IConnectPacket): IConnectPacket {
  const { clientId, keepalive = 0, username, password, will } = packet
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId,
    keepalive,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(will === undefined ? {} : { will: withoutProperties(will) }),
  }
}

/** The packet for MQTT 3.1.1, which has neither properties, reasons nor options of a subscription but its QoS. */
export function withoutProperties<P extends object>(packet: P): Omit<P, 'properties'> {
  const { properties: _properties, ...rest } = { properties: undefined, ...packet }
  return rest
}

/** The answer to a sign-in for MQTT 5, with all that differs from what a client may take for granted. */
export function connackForMqtt5({ returnCode = 0 }: IConnackPacket): IConnackPacket {
  if (returnCode !== 0) return refusedConnack(REASON_BY_RETURN_CODE.get(returnCode) ?? REASONS.notAuthorized)
  return {
    cmd: 'connack',
    reasonCode: REASONS.success,
    sessionPresent: false,
    properties: {
      sessionExpiryInterval: 0,
      retainAvailable: true,
      maximumPacketSize: MAXIMUM_PACKET_SIZE,
      topicAliasMaximum: 0,
      sharedSubscriptionAvailable: false,
      subscriptionIdentifiersAvailable: false,
    },
  }
}

export const refusedConnack = (reasonCode: Reason): IConnackPacket => ({
  cmd: 'connack',
  reasonCode,
  sessionPresent: false,
})

export const disconnectFor = (reasonCode: Reason): Packet => ({ cmd: 'disconnect', reasonCode })

export const subackForMqtt5 = ({ granted, ...packet }: ISubackPacket): ISubackPacket => ({
  ...packet,
  granted: granted.map((code) => (Number(code) === NOT_GRANTED ? REASONS.notAuthorized : Number(code))),
})
