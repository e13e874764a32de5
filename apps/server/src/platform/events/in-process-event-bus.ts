import { createKeyedSets } from '../keyed-sets.ts'
import type { Logger } from '../logger.ts'
import type { EventBus } from './event-bus.ts'

/** An event bus within one process. Tests give the same object to two apps to make them instances of one installation. */
export function createInProcessEventBus(logger: Logger): EventBus {
  const listenersByTopic = createKeyedSets<(payload: unknown) => void>()
  return {
    publish(topic, payload) {
      for (const listener of [...listenersByTopic.of(topic)]) {
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
      listenersByTopic.add(topic, own)
      return () => listenersByTopic.delete(topic, own)
    },
    settled: async () => {},
  }
}
