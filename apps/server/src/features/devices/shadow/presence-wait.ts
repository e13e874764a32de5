import type { Clock } from '#platform/clock.ts'
import type { Shadows } from './shadows.ts'

/**
 * Within this time after a shadow was read, the retained messages of an external broker and the notices of other instances have
 * arrived.
 */
const NOTIFIED_WITHIN_MS = 300

interface PresenceWaitOptions {
  shadows: Pick<Shadows, 'peek' | 'readAt' | 'onChangeOf'>
  clock: Clock
}

/**
 * With an external broker, connections are known only a moment after a shadow was read. Resolves when they are known for all of
 * these loaded devices.
 */
export function createPresenceWait({ shadows, clock }: PresenceWaitOptions) {
  const untilKnown = (deviceId: string): Promise<void> | null => {
    const leftMs = shadows.readAt(deviceId) + NOTIFIED_WITHIN_MS - clock.now().getTime()
    if (leftMs <= 0 || shadows.peek(deviceId)?.connected !== false) return null
    return new Promise((resolve) => {
      const end = () => {
        unfollow()
        cancel()
        resolve()
      }
      const unfollow = shadows.onChangeOf(deviceId, ({ shadow }) => {
        if (shadow.connected) end()
      })
      const cancel = clock.after(leftMs, end)
    })
  }

  return async (deviceIds: readonly string[]): Promise<void> => {
    await Promise.all(deviceIds.map(untilKnown))
  }
}
