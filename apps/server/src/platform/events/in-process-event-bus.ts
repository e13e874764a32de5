import type { Logger } from '../logger.ts'
import type { EventBus } from './event-bus.ts'

/** An event bus within one process. Tests give the same object to two apps to make them instances of one installation. */
export function createInProcessEventBus(logger: Logger): EventBus {
  const listenersByTopic = new Map<string, Set<(payload: unknown) => void>>()
  return {
    publish(topic, payload) {
      for (const listener of [...(listenersByTopic.get(topic) ?? [])]) {
        try {
          listener(payload)
        } catch (error) {
          logger.error({ err: error, topic: topic.split('.')[0] }, 'A listener of the event bus failed')
        }
      }
    },
    subscribe(topic, listener) {
      // A new function for each subscription, so that one listener can subscribe twice.
      const own = (payload: unknown) => listener(payload)
      const listeners = listenersByTopic.get(topic) ?? new Set()
      listenersByTopic.set(topic, listeners.add(own))
      return () => {
        listeners.delete(own)
        if (listeners.size === 0 && listenersByTopic.get(topic) === listeners) listenersByTopic.delete(topic)
      }
    },
    settled: async () => {},
  }
}
