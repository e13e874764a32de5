import * as z from 'zod/mini'
import type { EventBus } from '#platform/events/event-bus.ts'

const UPDATED_TOPIC = 'sharing.updated'
const accountIdSchema = z.string()

/** Announces to all instances that an account froze or unfroze all sharing. */
export function createSharingEvents(bus: EventBus) {
  return {
    updated(accountId: string) {
      bus.publish(UPDATED_TOPIC, accountId)
    },
    onUpdated(listener: (accountId: string) => void): () => void {
      return bus.subscribe(UPDATED_TOPIC, (payload) => {
        const accountId = accountIdSchema.safeParse(payload)
        if (accountId.success) listener(accountId.data)
      })
    },
  }
}
export type SharingEvents = ReturnType<typeof createSharingEvents>
