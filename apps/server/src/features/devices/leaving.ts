import { randomUUID } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import * as z from 'zod/mini'
import { DriverError } from '#drivers/driver.ts'
import type { Clock } from '#platform/clock.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import type { DeviceDriver } from './registry/device-driver.ts'

const TOPIC = 'devices.leaving'
/** A device answers within the time of an acknowledgement; by then an instance that never said how it ended is gone. */
const LEAVING_MS = 2 * LIMITS.COMMAND_ACK_MS
/** What still runs for a home that a device has left is over by then. */
const GONE_MS = 2 * LIMITS.COMMAND_REST_MAX_MS

const noticeSchema = z.object({
  origin: z.string(),
  deviceId: z.string(),
  phase: z.enum(['leaving', 'gone', 'here']),
})
type Phase = z.infer<typeof noticeSchema>['phase']

interface Mark {
  phase: Exclude<Phase, 'here'>
  /** Milliseconds since 1970. */
  until: number
}

interface LeavingOptions {
  driver: DeviceDriver
  bus: EventBus
  clock: Clock
}

/**
 * The one way to devices for all that their homes ask of them. A device that leaves its home is told so alone: what it
 * has not answered is taken back first, and nothing more leaves for it, from any instance, before it is in a home again.
 */
export function createLeaving({ driver, bus, clock }: LeavingOptions) {
  const origin = randomUUID()
  const markById = new Map<string, Mark>()
  const unansweredById = new Map<string, Set<() => void>>()
  let unsubscribe: (() => void) | undefined

  const markOf = (deviceId: string): Mark | undefined => {
    const mark = markById.get(deviceId)
    return mark !== undefined && mark.until > clock.now().getTime() ? mark : undefined
  }

  /** The oldest stand first. */
  const forgetOld = () => {
    for (const deviceId of markById.keys()) {
      if (markOf(deviceId) !== undefined) return
      markById.delete(deviceId)
    }
  }

  const apply = (deviceId: string, phase: Phase): Mark | null => {
    forgetOld()
    markById.delete(deviceId)
    if (phase === 'here') return null
    const mark = { phase, until: clock.now().getTime() + (phase === 'leaving' ? LEAVING_MS : GONE_MS) }
    markById.set(deviceId, mark)
    if (phase === 'leaving') for (const end of [...(unansweredById.get(deviceId) ?? [])]) end()
    return mark
  }

  const tell = (deviceId: string, phase: Phase) => {
    const mark = apply(deviceId, phase)
    bus.publish(TOPIC, { origin, deviceId, phase })
    return mark
  }

  const isLeaving = (deviceId: string) => markOf(deviceId)?.phase === 'leaving'

  /** Calls `end` when the device begins to leave, until the returned function is called. */
  const onBegin = (deviceId: string, end: () => void): (() => void) => {
    const ends = unansweredById.get(deviceId) ?? new Set()
    unansweredById.set(deviceId, ends.add(end))
    return () => {
      ends.delete(end)
      if (ends.size === 0 && unansweredById.get(deviceId) === ends) unansweredById.delete(deviceId)
    }
  }

  const execute: DeviceDriver['execute'] = async (request, { signal, acknowledged }) => {
    const { deviceId } = request
    const mark = markOf(deviceId)
    if (mark !== undefined) {
      const code = mark.phase === 'leaving' ? 'device_busy' : 'device_not_exist'
      throw new DriverError(code, `${deviceId} leaves its home`)
    }
    const controller = new AbortController()
    let hasLeft = false
    const stopHearing = onBegin(deviceId, () => {
      hasLeft = true
      controller.abort()
    })
    // A device that forgets its home has forgotten what it was asked there: it is told of nothing more.
    const takeBack = () => {
      if (markOf(deviceId) === undefined) controller.abort(signal.reason)
    }
    signal.addEventListener('abort', takeBack)
    if (signal.aborted) takeBack()
    const answered = () => {
      stopHearing()
      acknowledged?.()
    }
    try {
      return await driver.execute(request, { signal: controller.signal, acknowledged: answered })
    } catch (error) {
      signal.removeEventListener('abort', takeBack)
      if (hasLeft) throw new DriverError('device_not_exist', `${deviceId} has left its home`)
      throw error
    } finally {
      stopHearing()
    }
  }

  return {
    start() {
      unsubscribe = bus.subscribe(TOPIC, (payload) => {
        const notice = noticeSchema.safeParse(payload)
        if (notice.success && notice.data.origin !== origin) apply(notice.data.deviceId, notice.data.phase)
      })
    },
    stop() {
      unsubscribe?.()
    },
    /** The driver for all that a home asks of its devices. */
    driver: { execute },
    isLeaving,
    /** Whether it leaves its home, or has left it and is in none. */
    isOnItsWay: (deviceId: string): boolean => markOf(deviceId) !== undefined,
    onBegin,
    /** Answers how to say what came of it, once; null while the device leaves already. `stays` says whether that is so. */
    begin(deviceId: string): { gone(): void; stays(): boolean } | null {
      if (isLeaving(deviceId)) return null
      const mark = tell(deviceId, 'leaving')
      // Who has taken it into another home meanwhile keeps it.
      const end = (phase: Phase): boolean => {
        if (markById.get(deviceId) !== mark) return false
        tell(deviceId, phase)
        return true
      }
      return { gone: () => void end('gone'), stays: () => end('here') }
    },
    /** A device has come into a home. */
    arrived(deviceId: string) {
      tell(deviceId, 'here')
    },
  }
}

export type Leaving = ReturnType<typeof createLeaving>
