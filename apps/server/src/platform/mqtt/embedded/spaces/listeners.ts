import type { SpaceMessage } from '../../spaces.ts'
import { hasWildcard, topicMatcher } from '../../topic-filter.ts'

type Listener = (message: SpaceMessage) => void

/** The subscriptions of the server in one space, found without checking those of other topics. */
export function createListeners(failed: (error: unknown) => void) {
  const listenersByTopic = new Map<string, Set<Listener>>()
  const patterns = new Map<Listener, (topic: string) => boolean>()

  const call = (listener: Listener, message: SpaceMessage) => {
    try {
      listener(message)
    } catch (error) {
      failed(error)
    }
  }

  return {
    add(filter: string, listener: Listener): () => void {
      // A new function for each call, so that one listener can be added twice.
      const own: Listener = (message) => listener(message)
      if (hasWildcard(filter)) {
        patterns.set(own, topicMatcher(filter))
        return () => patterns.delete(own)
      }
      const listeners = listenersByTopic.get(filter) ?? new Set()
      listenersByTopic.set(filter, listeners.add(own))
      return () => {
        listeners.delete(own)
        if (listeners.size === 0 && listenersByTopic.get(filter) === listeners)
          listenersByTopic.delete(filter)
      }
    },
    call,
    receive(message: SpaceMessage) {
      for (const listener of [...(listenersByTopic.get(message.topic) ?? [])]) call(listener, message)
      for (const [listener, matches] of [...patterns]) if (matches(message.topic)) call(listener, message)
    },
  }
}
