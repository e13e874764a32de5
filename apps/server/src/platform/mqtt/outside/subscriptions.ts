import type { ISubscriptionMap, MqttClient } from 'mqtt'

/** The maximum number of filters in one SUBSCRIBE. */
const FILTERS_PER_PACKET = 200
const REFUSED = 128
/** The values of the option Retain Handling of MQTT 5. */
const RETAIN_HANDLING = { send: 0, doNotSend: 2 } as const

export interface SubscriptionOptions {
  qos: 0 | 1
  /** Leaves out messages of the same connection. */
  noLocal?: boolean
  /** Leaves out retained messages that were published before. */
  onlyNew?: boolean
  /** Subscribes again if there is a subscription already, so that the broker sends the retained messages again. */
  asksAgain?: boolean
}

interface Options {
  refused(filter: string): void
}

/** The subscriptions of one connection. Changes in one turn of the event loop are sent together in few packets. */
export function createSubscriptions({ refused }: Options) {
  const wanted = new Map<string, SubscriptionOptions>()
  /** The filters that were sent to the broker on this connection. */
  const held = new Set<string>()
  const changed = new Set<string>()
  /** To be subscribed again. */
  const askedAgain = new Set<string>()
  const unanswered = new Set<Promise<void>>()
  let client: MqttClient | null = null
  let isScheduled = false

  const track = (answer: Promise<unknown>, filters: readonly string[]) => {
    // If the connection is lost before that, everything is sent again on the next one.
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
      if (how === undefined) continue
      const rh = how.onlyNew === true ? RETAIN_HANDLING.doNotSend : RETAIN_HANDLING.send
      map[filter] = { qos: how.qos, nl: how.noLocal === true, rh }
    }
    track(to.subscribeAsync(map), filters)
  }

  const flush = () => {
    isScheduled = false
    const all = [...changed]
    const again = new Set(askedAgain)
    changed.clear()
    askedAgain.clear()
    if (client === null) return
    const added = all.filter((filter) => wanted.has(filter) && (!held.has(filter) || again.has(filter)))
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
      if (how.asksAgain === true) askedAgain.add(filter)
      change(filter)
    },
    unwant(filter: string) {
      wanted.delete(filter)
      change(filter)
    },
    /** Called for a new connection, which has no subscriptions yet. */
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
    /** Resolves when the broker has acknowledged all current subscriptions; at once while it is unavailable. */
    async settled() {
      flush()
      await Promise.all(unanswered)
    },
  }
}
