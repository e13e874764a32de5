import type { ISubscriptionMap, MqttClient } from 'mqtt'

/** A SUBSCRIBE names so many filters at most. */
const FILTERS_PER_PACKET = 200
const REFUSED = 128

export interface SubscriptionOptions {
  qos: 0 | 1
  /** Leaves out what the same connection published. */
  noLocal?: boolean
}

interface Options {
  refused(filter: string): void
}

/** What one connection subscribes to: changes of one turn go out together, in few packets. */
export function createSubscriptions({ refused }: Options) {
  const wanted = new Map<string, SubscriptionOptions>()
  /** What the broker was told of, by this connection. */
  const held = new Set<string>()
  const changed = new Set<string>()
  const unanswered = new Set<Promise<void>>()
  let client: MqttClient | null = null
  let isScheduled = false

  const track = (answer: Promise<unknown>, filters: readonly string[]) => {
    // When the connection is lost before that, it is all done again on the next one.
    const settled = answer.then(
      (granted) => {
        if (!Array.isArray(granted)) return
        for (const { topic, qos } of granted) if (qos >= REFUSED) refused(topic)
      },
      () => {
        if (client?.connected === true) for (const filter of filters) refused(filter)
      },
    )
    unanswered.add(settled)
    void settled.then(() => unanswered.delete(settled))
  }

  const subscribe = (to: MqttClient, filters: readonly string[]) => {
    const map: ISubscriptionMap = {}
    for (const filter of filters) {
      const how = wanted.get(filter)
      if (how !== undefined) map[filter] = { qos: how.qos, nl: how.noLocal === true }
    }
    track(to.subscribeAsync(map), filters)
  }

  const flush = () => {
    isScheduled = false
    if (client === null) return changed.clear()
    const all = [...changed]
    changed.clear()
    const added = all.filter((filter) => wanted.has(filter) && !held.has(filter))
    const removed = all.filter((filter) => !wanted.has(filter) && held.has(filter))
    for (const filter of added) held.add(filter)
    for (const filter of removed) held.delete(filter)
    for (let start = 0; start < added.length; start += FILTERS_PER_PACKET)
      subscribe(client, added.slice(start, start + FILTERS_PER_PACKET))
    for (let start = 0; start < removed.length; start += FILTERS_PER_PACKET)
      track(client.unsubscribeAsync(removed.slice(start, start + FILTERS_PER_PACKET)), [])
  }

  const change = (filter: string) => {
    changed.add(filter)
    if (isScheduled) return
    isScheduled = true
    setImmediate(flush)
  }

  return {
    want(filter: string, how: SubscriptionOptions) {
      wanted.set(filter, how)
      change(filter)
    },
    unwant(filter: string) {
      wanted.delete(filter)
      change(filter)
    },
    /** A new connection, which knows nothing of those before. */
    up(connected: MqttClient) {
      client = connected
      held.clear()
      for (const filter of wanted.keys()) changed.add(filter)
      flush()
    },
    lost() {
      client = null
      held.clear()
    },
    /** Resolves once the broker has answered for all that is wanted now; at once while it is away. */
    async settled() {
      flush()
      await Promise.all(unanswered)
    },
  }
}
