import type { JoinedSpace } from '#platform/mqtt/joined/joined-broker.ts'
import type { BridgeMessage } from '#platform/mqtt/spaces.ts'
import { statusTopicOf, topicsOf } from './announced-device.ts'
import { type AnnouncingPlace, type Channel, isBirth } from './channel.ts'

/** So many messages wait for the answer of the broker at a time. */
const IN_FLIGHT = 50
/** What the broker retained of deleted bridges has come after this time. */
const SWEPT_AFTER_MS = 20_000
const SEEN_MAX = 10_000
const OLD_CONFIG = /^(?:[^/]+\/)+(senca_[^/]+)\/[^/]+\/config$/

const filtersOf = (id: string): string[] => {
  const { prefix } = topicsOf(id)
  return [`${prefix}+`, `${prefix}+/+`, `${prefix}+/+/+`]
}

interface JoinedPlaceOptions {
  space: JoinedSpace
  clock: { after(ms: number, run: () => void): () => void }
  failed(error: unknown): void
}

/** The broker that an account has joined. What is announced there is retained by it, and read by everybody who may read there. */
export function joinedPlaceOf({ space, clock, failed }: JoinedPlaceOptions) {
  const { discoveryPrefix } = space
  /** Config topics of bridges that the broker retains. They come once, with each connection. */
  const seenConfigs = new Map<string, string>()
  const pending = new Map<string, string>()
  const waiting: (() => void)[] = []
  let inFlight = 0

  const nothing = () => {}
  const pump = () => {
    for (const [topic, payload] of pending) {
      if (inFlight >= IN_FLIGHT) return
      pending.delete(topic)
      inFlight += 1
      space
        .retain(topic, payload)
        .catch(failed)
        .finally(() => {
          inFlight -= 1
          pump()
          if (pending.size + inFlight === 0) for (const done of waiting.splice(0)) done()
        })
    }
  }
  const retain = (topic: string, payload: string) => {
    pending.set(topic, payload)
    pump()
  }
  const flushed = (): Promise<void> =>
    pending.size + inFlight === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))
  const configsOf = (id: string) => {
    const { node } = topicsOf(id)
    return [...seenConfigs].flatMap(([topic, of]) => (of === node ? topic : []))
  }

  space.onMessage(({ topic, payload, retained }) => {
    const node = retained ? OLD_CONFIG.exec(topic)?.[1] : undefined
    if (node === undefined || seenConfigs.size >= SEEN_MAX) return
    if (payload.length > 0) seenConfigs.set(topic, node)
  })
  space.onConnectionChanged(() => {
    if (space.isConnected()) return
    pending.clear()
    seenConfigs.clear()
  })

  const open = (id: string, receive: (message: BridgeMessage) => void): Channel => {
    const published = new Map<string, string>()
    const old = new Set<string>()
    const { prefix } = topicsOf(id)
    let isSettled = false
    const correct = (topic: string) => retain(topic, published.get(topic) ?? '')
    const endReading = space.onMessage(({ topic, payload, retained }) => {
      if (!topic.startsWith(prefix)) return
      if (topic.endsWith('/set')) {
        if (payload.length > 0) receive({ topic, payload, isRetained: retained, clientId: null })
        return
      }
      // Somebody else has retained it, or it is of before.
      if (!retained || payload.toString() === (published.get(topic) ?? '')) return
      if (isSettled) correct(topic)
      else old.add(topic)
    })
    const endOfConnection = space.onConnectionChanged(() => {
      if (space.isConnected()) return
      isSettled = false
      old.clear()
      published.clear()
    })
    space.setWill({ topic: statusTopicOf(id), payload: 'offline' })
    const filters = filtersOf(id)
    space.wantTopics(filters, nothing)
    const clear = () => {
      for (const topic of published.keys()) retain(topic, '')
      published.clear()
    }
    const endOfClosing = space.onClosing(async (isLeft) => {
      if (isLeft) clear()
      else retain(statusTopicOf(id), 'offline')
      await flushed()
    })
    return {
      retain(topic, payload) {
        if (payload === '') published.delete(topic)
        else published.set(topic, payload)
        retain(topic, payload)
        return true
      },
      publish: (topic, payload) => void space.publish(topic, payload).catch(failed),
      settle() {
        // What was announced without a connection is published again with the next one.
        if (!space.isConnected()) return
        isSettled = true
        for (const topic of old) if (!published.has(topic)) retain(topic, '')
        old.clear()
        for (const topic of configsOf(id)) if (!published.has(topic)) retain(topic, '')
      },
      close() {
        clear()
        for (const end of [endReading, endOfConnection, endOfClosing]) end()
        space.unwantTopics(filters, nothing)
        space.setWill(null)
      },
    }
  }

  const place: AnnouncingPlace = {
    accountId: space.accountId,
    broker: 'joined',
    discoveryPrefix,
    open,
    onBirth: (listener) => {
      const topics = [`${discoveryPrefix}/status`]
      space.wantTopics(topics, nothing)
      const end = space.onMessage(({ topic, payload, retained }) => {
        if (topic === topics[0] && isBirth(payload, retained)) listener()
      })
      return () => {
        space.unwantTopics(topics, nothing)
        end()
      }
    },
    // Not before: a command that is sent because the bridge is online would be received by nobody.
    onReset: (listener) => space.onSubscribed(listener),
  }

  return {
    place,
    /** Removes what the broker retains of deleted bridges, and resolves when nothing more of it comes; to false if the connection broke. */
    async sweep(ids: readonly string[]): Promise<boolean> {
      let isBroken = false
      const filters = ids.flatMap(filtersOf)
      const prefixes = ids.map((id) => topicsOf(id).prefix)
      const ends = [
        space.onMessage(({ topic, payload, retained }) => {
          const isOld = retained && payload.length > 0 && prefixes.some((prefix) => topic.startsWith(prefix))
          if (isOld) retain(topic, '')
        }),
        space.onConnectionChanged(() => {
          isBroken = true
        }),
      ]
      space.wantTopics(filters, nothing)
      for (const topic of ids.flatMap(configsOf)) retain(topic, '')
      await new Promise<void>((resolve) => clock.after(SWEPT_AFTER_MS, resolve))
      space.unwantTopics(filters, nothing)
      for (const end of ends) end()
      return !isBroken && space.isConnected()
    },
  }
}
