import type { Logger } from '../logger.ts'
import type { EventBus } from './event-bus.ts'

/** An event bus within one process; handing one object to two apps makes them instances of one installation. */
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
      // A fresh function per subscription, so that subscribing twice with one listener is two subscriptions.
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
