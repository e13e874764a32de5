import * as z from 'zod/mini'
import type { ActivityEnd } from '#features/activity/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { EventBus } from '#platform/events/event-bus.ts'

const TOPIC = 'device.faults'

/** What went wrong with a device, until it is over. */
export interface DeviceFault {
  detail: 'jammed' | 'obstructed' | 'no_answer'
  since: string
}

const endedSchema = z.object({
  deviceId: z.string(),
  detail: z.nullable(z.enum(['jammed', 'obstructed', 'no_answer'])),
})

const faultOf = (end: ActivityEnd): DeviceFault['detail'] | null => {
  if (end.ok !== false) return null
  if (end.error === 'device_not_responding' || end.error === 'device_request_timeout') return 'no_answer'
  if (end.error !== 'device_update_failed') return null
  if (end.detail === 'jammed') return 'jammed'
  return end.detail === 'moved_elsewhere' || end.detail === undefined ? 'obstructed' : null
}

/** How the last command of each device went wrong, until one goes right or its hardware reports again. In memory, as commands are. */
export function createDeviceFaults({ bus, clock }: { bus: EventBus; clock: Pick<Clock, 'now'> }) {
  const faultById = new Map<string, DeviceFault>()
  const listeners = new Set<(deviceId: string) => void>()
  let unsubscribe = () => {}

  const set = (deviceId: string, detail: DeviceFault['detail'] | null) => {
    if (detail === (faultById.get(deviceId)?.detail ?? null)) return
    if (detail === null) faultById.delete(deviceId)
    else faultById.set(deviceId, { detail, since: clock.now().toISOString() })
    for (const listener of listeners) listener(deviceId)
  }

  return {
    of: (deviceId: string): DeviceFault | null => faultById.get(deviceId) ?? null,
    /** A command of anybody has ended. */
    ended(deviceId: string, end: ActivityEnd) {
      const detail = faultOf(end)
      // Refused commands say nothing about the device.
      if (end.ok === false && detail === null) return
      if (detail === null && !faultById.has(deviceId)) return
      bus.publish(TOPIC, { deviceId, detail })
    },
    /** Its hardware has reported something new. */
    reported(deviceId: string) {
      if (faultById.get(deviceId)?.detail === 'no_answer') set(deviceId, null)
    },
    onChanged(listener: (deviceId: string) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      unsubscribe = bus.subscribe(TOPIC, (payload) => {
        const ended = endedSchema.safeParse(payload).data
        if (ended !== undefined) set(ended.deviceId, ended.detail)
      })
    },
    stop: () => unsubscribe(),
  }
}

export type DeviceFaults = ReturnType<typeof createDeviceFaults>
