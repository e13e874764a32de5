import type { Client } from 'aedes'
import { hasWildcard, topicMatcher } from '../../topic-filter.ts'
import { SPACE_LIMITS } from './space-limits.ts'

interface Subscriptions {
  topics: Set<string>
  matcherByFilter: Map<string, (topic: string) => boolean>
}

const sizeOf = ({ topics, matcherByFilter }: Subscriptions) => topics.size + matcherByFilter.size

/** The subscriptions of the clients of one space. */
export function createSubscribers() {
  const subscriptionsByClient = new Map<Client, Subscriptions>()
  const listeners = new Set<() => void>()
  let count = 0

  const notify = () => {
    for (const listener of listeners) listener()
  }

  return {
    count: () => count,
    /** False if the client or the account has too many. */
    add(client: Client, filter: string): boolean {
      const own = subscriptionsByClient.get(client) ?? { topics: new Set(), matcherByFilter: new Map() }
      if (own.topics.has(filter) || own.matcherByFilter.has(filter)) return true
      if (sizeOf(own) >= SPACE_LIMITS.SUBSCRIPTIONS_OF_CONNECTION || count >= SPACE_LIMITS.SUBSCRIPTIONS)
        return false
      subscriptionsByClient.set(client, own)
      if (hasWildcard(filter)) own.matcherByFilter.set(filter, topicMatcher(filter))
      else own.topics.add(filter)
      count += 1
      return true
    },
    changed: notify,
    remove(client: Client, filters: readonly string[]) {
      const own = subscriptionsByClient.get(client)
      if (own === undefined) return
      for (const filter of filters)
        if (own.topics.delete(filter) || own.matcherByFilter.delete(filter)) count -= 1
      notify()
    },
    leave(client: Client) {
      const own = subscriptionsByClient.get(client)
      if (own === undefined) return
      subscriptionsByClient.delete(client)
      count -= sizeOf(own)
      notify()
    },
    /** The clients that are subscribed to a topic. */
    of(topic: string): Client[] {
      const isSubscribed = ({ topics, matcherByFilter }: Subscriptions) =>
        topics.has(topic) || [...matcherByFilter.values()].some((matches) => matches(topic))
      return [...subscriptionsByClient].flatMap(([client, own]) => (isSubscribed(own) ? [client] : []))
    },
    onChanged(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
