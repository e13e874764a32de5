import { generate, type IConnectPacket, type IPublishPacket, type Packet } from 'mqtt-packet'
import {
  connackForMqtt5,
  connectForMqtt311,
  disconnectFor,
  FIRST_FAILURE,
  REASONS,
  type Reason,
  refusedConnack,
  subackForMqtt5,
  withoutProperties,
} from './mqtt5-packets.ts'

/** MQTT 5 §3.1.2.11.3: what a client takes at once that does not say. */
const DEFAULT_RECEIVE_MAXIMUM = 65_535
/** A client that leaves more than this unacknowledged does not read. */
const MAX_HELD = 1_000
/** What a client's receive maximum holds up for longer comes too late. */
const HELD_FOR_MS = 4_000

/** What follows from one packet of the client; `isOver`: nothing more is heard from it. */
interface Heard {
  toBroker: Packet[]
  toClient: Packet[]
  isOver: boolean
}

const forward = (packet: Packet): Heard => ({ toBroker: [packet], toClient: [], isOver: false })

/** One connection of an MQTT 5 client with a broker of MQTT 3.1.1: packets of the one in, packets of the other out. */
export function createMqtt5Session(now: () => number = () => performance.now()) {
  let stage: 'new' | 'signing in' | 'signed in' | 'over' = 'new'
  let receiveMaximum = DEFAULT_RECEIVE_MAXIMUM
  let maximumPacketSize = Number.POSITIVE_INFINITY
  const filtersByUnsubscribe = new Map<number, number>()
  const unacknowledged = new Set<number>()
  let held: { packet: IPublishPacket; since: number }[] = []

  const goodbye = (reason: Reason): Packet[] => {
    const last = stage
    stage = 'over'
    if (last === 'signed in') return [disconnectFor(reason)]
    return last === 'signing in' ? [refusedConnack(reason)] : []
  }
  const refuse = (reason: Reason): Heard => ({ toBroker: [], toClient: goodbye(reason), isOver: true })
  const leave = (): Heard => {
    stage = 'over'
    return { toBroker: [], toClient: [], isOver: true }
  }

  const connect = (packet: IConnectPacket): Heard => {
    if (stage !== 'new') return refuse(REASONS.protocolError)
    stage = 'signing in'
    const { properties = {}, username, password } = packet
    if (properties.authenticationMethod !== undefined) return refuse(REASONS.badAuthenticationMethod)
    if (properties.receiveMaximum === 0 || properties.maximumPacketSize === 0)
      return refuse(REASONS.protocolError)
    if (password !== undefined && username === undefined) return refuse(REASONS.badCredentials)
    receiveMaximum = properties.receiveMaximum ?? receiveMaximum
    maximumPacketSize = properties.maximumPacketSize ?? maximumPacketSize
    return forward(connectForMqtt311(packet))
  }

  const acknowledge = (messageId = 0): Packet[] => {
    unacknowledged.delete(messageId)
    held = held.filter(({ since }) => now() - since < HELD_FOR_MS)
    const released = held.splice(0, receiveMaximum - unacknowledged.size).map(({ packet }) => packet)
    for (const packet of released) unacknowledged.add(packet.messageId ?? 0)
    return released
  }

  const publish = (packet: IPublishPacket): Packet[] => {
    if (generate(packet, { protocolVersion: 5 }).length > maximumPacketSize) return []
    if (packet.qos === 0) return [packet]
    if (unacknowledged.size >= receiveMaximum) {
      held.push({ packet, since: now() })
      return held.length > MAX_HELD ? goodbye(REASONS.quotaExceeded) : []
    }
    unacknowledged.add(packet.messageId ?? 0)
    return [packet]
  }

  const hear = (packet: Packet): Heard => {
    switch (packet.cmd) {
      case 'publish':
        return packet.properties?.topicAlias === undefined
          ? forward(withoutProperties(packet))
          : refuse(REASONS.topicAliasInvalid)
      case 'subscribe':
        if (packet.properties?.subscriptionIdentifier !== undefined)
          return refuse(REASONS.subscriptionIdentifiersNotSupported)
        if (packet.subscriptions.length === 0) return refuse(REASONS.protocolError)
        return forward({
          ...withoutProperties(packet),
          subscriptions: packet.subscriptions.map(({ topic, qos }) => ({ topic, qos })),
        })
      case 'unsubscribe':
        if (packet.unsubscriptions.length === 0) return refuse(REASONS.protocolError)
        filtersByUnsubscribe.set(packet.messageId ?? 0, packet.unsubscriptions.length)
        return forward(withoutProperties(packet))
      case 'puback':
      case 'pubcomp':
        return { ...forward(withoutProperties(packet)), toClient: acknowledge(packet.messageId) }
      case 'pubrec':
        if ((packet.reasonCode ?? 0) < FIRST_FAILURE) return forward(withoutProperties(packet))
        // Refused: MQTT 5 §4.3.3 ends the exchange here, without a PUBREL.
        return {
          ...forward({ cmd: 'pubcomp', messageId: packet.messageId ?? 0 }),
          toClient: acknowledge(packet.messageId),
        }
      case 'pubrel':
        return forward(withoutProperties(packet))
      case 'pingreq':
        return forward(packet)
      case 'disconnect':
        // MQTT 5 §3.1.2.5: only a normal goodbye takes the last will back.
        return (packet.reasonCode ?? 0) === REASONS.success ? forward({ cmd: 'disconnect' }) : leave()
      default:
        // Also AUTH: without a method in the CONNECT there is nothing to go on with (MQTT 5 §4.12).
        return refuse(REASONS.protocolError)
    }
  }

  return {
    fromClient(packet: Packet): Heard {
      if (stage === 'over') return { toBroker: [], toClient: [], isOver: true }
      if (packet.cmd === 'connect') return connect(packet)
      return stage === 'new' ? leave() : hear(packet)
    },
    /** Answers what to tell the client. */
    fromBroker(packet: Packet): Packet[] {
      if (stage === 'over') return []
      switch (packet.cmd) {
        case 'connack':
          stage = packet.returnCode === 0 ? 'signed in' : 'over'
          return [connackForMqtt5(packet)]
        case 'publish':
          return publish(packet)
        case 'suback':
          return [subackForMqtt5(packet)]
        case 'unsuback': {
          const filters = filtersByUnsubscribe.get(packet.messageId ?? 0) ?? 1
          filtersByUnsubscribe.delete(packet.messageId ?? 0)
          return [{ ...packet, granted: new Array<number>(filters).fill(REASONS.success) }]
        }
        case 'puback':
        case 'pubrec':
        case 'pubrel':
        case 'pubcomp':
          return [{ ...packet, reasonCode: REASONS.success }]
        default:
          return [packet]
      }
    },
    /** Ends the conversation from our side; answers what is left to say. */
    goodbye,
    isOver: () => stage === 'over',
  }
}
