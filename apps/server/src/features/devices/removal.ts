import { randomUUID } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'

const TOPIC = 'devices.removal'
/** A device acknowledges within half of this time. After it, an instance that never announced the end of a removal has died. */
const REMOVING_MS = 2 * LIMITS.COMMAND_ACK_MS
/** After this time, all commands of the old home are over. */
const REMOVED_MS = 2 * LIMITS.COMMAND_REST_MAX_MS

const noticeSchema = z.object({
  origin: z.string(),
  deviceId: z.string(),
  phase: z.enum(['removing', 'removed', 'kept']),
})
type Phase = z.infer<typeof noticeSchema>['phase']

interface Removal {
  phase: Exclude<Phase, 'kept'>
  /** Milliseconds since 1970. */
  until: number
}

interface DeviceRemovalOptions {
  bus: EventBus
  clock: Clock
}

/**
 * Which devices are being removed from their homes, or were, on any instance. When a removal begins, the unanswered commands of the
 * device are withdrawn first, and then it receives only `forget` until it is in a home again.
 */
export function createDeviceRemoval({ bus, clock }: DeviceRemovalOptions) {
  const origin = randomUUID()
  const removalById = new Map<string, Removal>()
  const unansweredById = createKeyedSets<() => void>()
  let unsubscribe = () => {}

  const removalOf = (deviceId: string): Removal | undefined => {
    const removal = removalById.get(deviceId)
    return removal !== undefined && removal.until > clock.now().getTime() ? removal : undefined
  }

  /** Deletes ended removals. The map is ordered by age, the oldest first. */
  const dropEnded = () => {
    for (const deviceId of removalById.keys()) {
      if (removalOf(deviceId) !== undefined) return
      removalById.delete(deviceId)
    }
  }

  const apply = (deviceId: string, phase: Phase): Removal | null => {
    dropEnded()
    removalById.delete(deviceId)
    if (phase === 'kept') return null
    const lastsMs = phase === 'removing' ? REMOVING_MS : REMOVED_MS
    const removal = { phase, until: clock.now().getTime() + lastsMs }
    removalById.set(deviceId, removal)
    if (phase === 'removing') for (const end of [...unansweredById.of(deviceId)]) end()
    return removal
  }

  const publish = (deviceId: string, phase: Phase): Removal | null => {
    const removal = apply(deviceId, phase)
    bus.publish(TOPIC, { origin, deviceId, phase })
    return removal
  }

  const isBeingRemoved = (deviceId: string) => removalOf(deviceId)?.phase === 'removing'

  /** Calls `end` when the removal of a device begins. Returns the function that unsubscribes. */
  const onBegin = (deviceId: string, end: () => void): (() => void) => {
    unansweredById.add(deviceId, end)
    return () => unansweredById.delete(deviceId, end)
  }

  return {
    start() {
      unsubscribe = bus.subscribe(TOPIC, (payload) => {
        const notice = noticeSchema.safeParse(payload)
        if (notice.success && notice.data.origin !== origin) apply(notice.data.deviceId, notice.data.phase)
      })
    },
    stop() {
      unsubscribe()
    },
    isBeingRemoved,
    /** Whether the device is being removed, or was removed and is in no home. */
    isWithoutHome: (deviceId: string): boolean => removalOf(deviceId) !== undefined,
    onBegin,
    /**
     * Begins a removal. Returns null while another removal runs. `cancel` returns whether the removal had not been completed or
     * ended otherwise.
     */
    begin(deviceId: string): { complete(): void; cancel(): boolean } | null {
      if (isBeingRemoved(deviceId)) return null
      const removal = publish(deviceId, 'removing')
      // If the device has been claimed again in the meantime, its new owner keeps it.
      const end = (phase: Phase): boolean => {
        if (removalById.get(deviceId) !== removal) return false
        publish(deviceId, phase)
        return true
      }
      return { complete: () => void end('removed'), cancel: () => end('kept') }
    },
    /** Called when a device was claimed. */
    claimed(deviceId: string) {
      publish(deviceId, 'kept')
    },
  }
}

export type DeviceRemoval = ReturnType<typeof createDeviceRemoval>
