import { topicMatcher } from '../topic-filter.ts'
import type { BrokerClient } from './broker-client.ts'

/** Called with topics that are subscribed, after their retained messages were received. */
export type TopicsReady = (topics: readonly string[]) => void

const FILTERS_PER_PACKET = 200

const takeFrom = (topics: Set<string>): string[] => {
  const taken = [...topics].slice(0, FILTERS_PER_PACKET)
  for (const topic of taken) topics.delete(topic)
  return taken
}

interface TopicSubscriptionsOptions {
  /** What the connection is subscribed to from its beginning. */
  filters: readonly string[]
  /** Called once for each connection, when the broker has answered to all topics that were wanted as it was opened. */
  subscribed(): void
  failed(error: unknown): void
}

/** The exact topics that entities need at a joined broker. They are subscribed again on each connection. */
export function createTopicSubscriptions({ filters, subscribed, failed }: TopicSubscriptionsOptions) {
  const ownersByTopic = new Map<string, Set<TopicsReady>>()
  const added = new Set<string>()
  const removed = new Set<string>()
  let client: BrokerClient | null = null
  let isRunning = false
  let isNew = false

  const matchers = filters.map(topicMatcher)
  const isCovered = (topic: string) => matchers.some((matches) => matches(topic))

  const notify = (topics: readonly string[]) => {
    const topicsByOwner = new Map<TopicsReady, string[]>()
    for (const topic of topics)
      for (const owner of ownersByTopic.get(topic) ?? [])
        topicsByOwner.set(owner, [...(topicsByOwner.get(owner) ?? []), topic])
    for (const [ready, topicsOfOwner] of topicsByOwner) ready(topicsOfOwner)
  }

  /** Sends one packet after the other, so that the topics of few entities do not wait for those of all. */
  const sendChanges = async () => {
    for (let current = client; current !== null && added.size + removed.size > 0; current = client) {
      const [dropped, wanted] = [takeFrom(removed), takeFrom(added)]
      if (dropped.length > 0) await current.unsubscribe(dropped)
      const covered = wanted.filter(isCovered)
      const asked = wanted.filter((topic) => !covered.includes(topic))
      const granted = asked.length === 0 ? [] : await current.subscribe(asked)
      if (client === current) notify([...covered, ...granted])
    }
    if (client === null || !isNew) return
    isNew = false
    subscribed()
  }
  const run = () => {
    if (isRunning) return
    isRunning = true
    // What is needed in one turn of the event loop is sent together.
    setImmediate(() => {
      sendChanges()
        .catch(failed)
        .finally(() => {
          isRunning = false
          if (client !== null && added.size + removed.size > 0) run()
        })
    })
  }

  return {
    /** Whether a topic matches one of the filters. */
    isCovered,
    isWanted: (topic: string) => ownersByTopic.has(topic),
    /** Subscribes to topics, also if somebody else has, because their retained messages are needed again. */
    want(topics: readonly string[], ready: TopicsReady) {
      for (const topic of topics) {
        const owners = ownersByTopic.get(topic) ?? new Set()
        ownersByTopic.set(topic, owners.add(ready))
        removed.delete(topic)
        added.add(topic)
      }
      run()
    },
    unwant(topics: readonly string[], ready: TopicsReady) {
      for (const topic of topics) {
        const owners = ownersByTopic.get(topic)
        if (owners === undefined || !owners.delete(ready) || owners.size > 0) continue
        ownersByTopic.delete(topic)
        added.delete(topic)
        if (!isCovered(topic)) removed.add(topic)
      }
      run()
    },
    /** Called for a new connection, which is subscribed to the filters only. */
    up(connected: BrokerClient) {
      client = connected
      isNew = true
      removed.clear()
      for (const topic of ownersByTopic.keys()) added.add(topic)
      run()
    },
    down() {
      client = null
    },
  }
}
