import * as z from 'zod/mini'
import type { EventBus } from '#platform/events/event-bus.ts'

const UPDATED_TOPIC = 'devices.updated'
const idsSchema = z.array(z.string())

/** Announces to all instances that the info of devices has changed in something other than the state. */
export function createDeviceEvents(bus: EventBus) {
  return {
    updated(...deviceIds: string[]) {
      bus.publish(UPDATED_TOPIC, deviceIds)
    },
    onUpdated(listener: (deviceIds: readonly string[]) => void): () => void {
      return bus.subscribe(UPDATED_TOPIC, (payload) => {
        const ids = idsSchema.safeParse(payload)
        if (ids.success) listener(ids.data)
      })
    },
  }
}
export type DeviceEvents = ReturnType<typeof createDeviceEvents>
