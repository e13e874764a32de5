import * as z from 'zod/mini'
import type { EventBus } from '#platform/events/event-bus.ts'

const UPDATED_TOPIC = 'devices.updated'
const idSchema = z.string()

/** Tells all instances that a device's info has changed beyond its state. */
export function createDeviceEvents(bus: EventBus) {
  return {
    updated(deviceId: string) {
      bus.publish(UPDATED_TOPIC, deviceId)
    },
    onUpdated(listener: (deviceId: string) => void): () => void {
      return bus.subscribe(UPDATED_TOPIC, (payload) => {
        const id = idSchema.safeParse(payload)
        if (id.success) listener(id.data)
      })
    },
  }
}
export type DeviceEvents = ReturnType<typeof createDeviceEvents>
