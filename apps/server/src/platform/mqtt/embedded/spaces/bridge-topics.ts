import { LIMITS } from '@senca/contract'
import type { PublishPacket } from 'aedes'
import type { BridgeMessage, BridgeTopics, RetainedMessage, SpaceNotice } from '../../spaces.ts'
import { hasWildcard, topicMatcher } from '../../topic-filter.ts'

/** Nobody may subscribe to it, so what is published there reaches nobody. */
const NOWHERE = '$nowhere'
const CONFIG_TOPIC = /^[^/]+\/[^/]+\/([^/]+)\/[^/]+\/config$/

interface OpenBridge {
  topics: BridgeTopics
  receive(message: BridgeMessage): void
  retained: Map<string, RetainedMessage>
}

interface Published {
  packet: PublishPacket
  /** The bridge whose login the client has used; null for another one. */
  bridgeId: string | null
  clientId: string
  isRepeated: boolean
}

/**
 * The topics of bridges in one space: what is under them is sent to and taken from the connections of their login alone [BR32]. What is
 * retained there is in memory only, because it comes from the state of devices.
 */
export function createBridgeTopics({ notify }: { notify(notice: SpaceNotice): void }) {
  const byId = new Map<string, OpenBridge>()
  let count = 0

  const ownerOf = (topic: string): OpenBridge | undefined => {
    if (byId.size === 0) return undefined
    const node = CONFIG_TOPIC.exec(topic)?.[1]
    for (const bridge of byId.values())
      if (topic.startsWith(bridge.topics.prefix) || node === bridge.topics.node) return bridge
    return undefined
  }

  return {
    open(topics: BridgeTopics, receive: OpenBridge['receive']): OpenBridge {
      const bridge = { topics, receive, retained: new Map() }
      byId.set(topics.id, bridge)
      return bridge
    },
    /** Forgets what is retained, and returns its topics. They stay those of the bridge until `close`. */
    clear({ retained }: OpenBridge): string[] {
      const topics = [...retained.keys()]
      retained.clear()
      count -= topics.length
      return topics
    },
    close(bridge: OpenBridge): void {
      if (byId.get(bridge.topics.id) === bridge) byId.delete(bridge.topics.id)
    },
    /** False if there is no room; then nothing is retained for a new topic. */
    retain({ retained }: OpenBridge, message: RetainedMessage): boolean {
      const { topic, payload } = message
      const isKnown = retained.has(topic)
      if (payload.length === 0) {
        if (retained.delete(topic)) count -= 1
        return true
      }
      if (!isKnown && count >= LIMITS.MQTT_RETAINED_OF_BRIDGES) return false
      if (!isKnown) count += 1
      retained.set(topic, message)
      return true
    },
    *find(filters: readonly string[]): Generator<RetainedMessage> {
      if (count === 0) return
      const topics = new Set(filters.filter((filter) => !hasWildcard(filter)))
      const patterns = filters.filter(hasWildcard).map(topicMatcher)
      for (const { retained } of byId.values())
        for (const message of retained.values())
          if (topics.has(message.topic) || patterns.some((matches) => matches(message.topic))) yield message
    },
    /** Whether what is on this topic may be sent to a connection of this bridge’s login, or of another one for null. */
    mayReceive(topic: string, bridgeId: string | null): boolean {
      const owner = ownerOf(topic)
      return owner === undefined || owner.topics.id === bridgeId
    },
    /** Takes what a client published on the topic of a bridge, so that nobody else gets it. Returns whether it was on one. */
    take({ packet, bridgeId, clientId, isRepeated }: Published): boolean {
      const owner = ownerOf(packet.topic)
      if (owner === undefined) return false
      const { topic, payload, retain } = packet
      packet.topic = NOWHERE
      packet.retain = false
      if (owner.topics.id !== bridgeId || !topic.endsWith('/set'))
        notify({
          code: 'not_yours',
          clientId,
          topic,
          detail: 'Only Senca publishes here, and only the login of the bridge sends commands.',
        })
      else if (!isRepeated)
        owner.receive({ topic, payload: Buffer.from(payload), isRetained: retain, clientId })
      return true
    },
  }
}
