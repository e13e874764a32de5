import type { Clock } from '#platform/clock.ts'
import type { RetainedMessage, Space, SpaceAccess, SpaceMessage, Spaces } from '#platform/mqtt/spaces.ts'
import { topicMatches } from '#platform/mqtt/topic-filter.ts'

/** A client’s end of a connection to a space. */
export interface SpaceLine {
  publish(topic: string, payload: string, retain?: boolean): void
  /** Closes the connection without a DISCONNECT, so that its will is published. */
  lose(): void
}

interface Client {
  filters: readonly string[]
  will: { topic: string; payload: string }
  receive(topic: string, payload: string): void
  /** Called once, when the connection has ended. */
  lost(): void
}

export interface InMemorySpaces extends Spaces {
  /** Connects a client; null while no server runs. */
  connect(accountId: string, client: Client): Promise<SpaceLine | null>
}

interface Opened {
  space: Space
  lines: Set<{ client: Client; lose(): void }>
  publish(topic: string, payload: string, retain: boolean): void
  subscribersChanged(): void
  close(): void
}

/** Spaces without a network: messages arrive with the next step of the clock, in order. What is retained outlasts the server. */
export function createInMemorySpaces(clock: Pick<Clock, 'after'>): InMemorySpaces {
  let access: SpaceAccess | undefined
  const openListeners = new Set<(space: Space) => void>()
  const opened = new Map<string, Promise<Opened>>()
  const openNow = new Map<string, Opened>()
  const retainedByAccount = new Map<string, Map<string, RetainedMessage>>()

  const make = (accountId: string): Opened => {
    const retained = retainedByAccount.get(accountId) ?? new Map<string, RetainedMessage>()
    retainedByAccount.set(accountId, retained)
    const listeners = new Set<{ filter: string; listener(message: SpaceMessage): void }>()
    const changeListeners = new Set<() => void>()
    const closeListeners: (() => void)[] = []
    const lines: Opened['lines'] = new Set()
    const subscribed = (topic: string) =>
      [...lines].filter(({ client }) => client.filters.some((filter) => topicMatches(filter, topic)))
    const keep = (topic: string, payload: string) => {
      if (payload === '') retained.delete(topic)
      else retained.set(topic, { topic, payload: Buffer.from(payload), qos: 0 })
    }
    const deliver = (topic: string, payload: string) => {
      for (const { client } of subscribed(topic)) clock.after(0, () => client.receive(topic, payload))
    }
    const space: Space = {
      accountId,
      subscribe(filter, listener) {
        const own = { filter, listener }
        listeners.add(own)
        for (const { topic, payload } of [...retained.values()])
          if (topicMatches(filter, topic)) listener({ topic, payload, retained: true, clientId: null })
        return () => void listeners.delete(own)
      },
      async publish(topic, payload) {
        const hasReceiver = subscribed(topic).length > 0
        deliver(topic, payload)
        return hasReceiver
      },
      retain(topic, payload) {
        keep(topic, payload)
        deliver(topic, payload)
      },
      // No client of it signs in by the login of a bridge.
      openBridge: () => ({ retain: () => true, publish() {}, close() {} }),
      hasSubscriber: (topic) => subscribed(topic).length > 0,
      retainedAt: (topic) => retained.get(topic) ?? null,
      onClosed: (listener) => void closeListeners.push(listener),
      onSubscribersChanged(listener) {
        changeListeners.add(listener)
        return () => void changeListeners.delete(listener)
      },
    }
    return {
      space,
      lines,
      publish(topic, payload, retain) {
        if (retain) keep(topic, payload)
        const message = { topic, payload: Buffer.from(payload), retained: false, clientId: 'client' }
        for (const { filter, listener } of [...listeners]) if (topicMatches(filter, topic)) listener(message)
      },
      subscribersChanged() {
        for (const listener of [...changeListeners]) listener()
      },
      close() {
        for (const listener of closeListeners.splice(0)) listener()
        for (const { lose } of [...lines]) lose()
      },
    }
  }

  const open = (accountId: string): Promise<Opened> => {
    const from = access
    if (from === undefined) return Promise.reject(new Error('no server runs'))
    const opening =
      opened.get(accountId) ??
      from.loadRetained(accountId).then(() => {
        const made = make(accountId)
        openNow.set(accountId, made)
        for (const listener of openListeners) listener(made.space)
        return made
      })
    opened.set(accountId, opening)
    return opening
  }

  return {
    use(given) {
      access = given
    },
    open: async (accountId) => (await open(accountId)).space,
    find: (accountId) => openNow.get(accountId)?.space,
    onOpened(listener) {
      openListeners.add(listener)
      return () => void openListeners.delete(listener)
    },
    publishBirth() {},
    connectionsOf: () => [],
    connectionCount: () => [...openNow.values()].reduce((sum, { lines }) => sum + lines.size, 0),
    retainedOf: () => undefined,
    usernames: () => [],
    endLogins() {},
    remove() {},
    async stop() {
      access = undefined
      for (const one of openNow.values()) one.close()
      openNow.clear()
      opened.clear()
    },

    async connect(accountId, client) {
      if (access === undefined) return null
      const { lines, publish, subscribersChanged } = await open(accountId)
      if (!openNow.has(accountId)) return null
      const line = {
        client,
        lose() {
          if (!lines.delete(line)) return
          publish(client.will.topic, client.will.payload, true)
          subscribersChanged()
          client.lost()
        },
      }
      lines.add(line)
      subscribersChanged()
      return {
        publish(topic, payload, retain = false) {
          clock.after(0, () => {
            if (lines.has(line)) publish(topic, payload, retain)
          })
        },
        lose: line.lose,
      }
    },
  }
}
