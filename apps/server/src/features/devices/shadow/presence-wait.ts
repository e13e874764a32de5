import type { Clock } from '#platform/clock.ts'
import type { Shadows } from './shadows.ts'

/** What a broker outside keeps, and what other instances know, is here so long after a shadow was read. */
const TOLD_WITHIN_MS = 300

interface PresenceWaitOptions {
  shadows: Pick<Shadows, 'peek' | 'readAt' | 'onChangeOf'>
  clock: Clock
}

/**
 * With a broker outside, who is connected is told a moment after a shadow was read. Resolves once that is known of all of
 * these devices, which were loaded.
 */
export function createPresenceWait({ shadows, clock }: PresenceWaitOptions) {
  const untilKnown = (deviceId: string): Promise<void> | null => {
    const leftMs = shadows.readAt(deviceId) + TOLD_WITHIN_MS - clock.now().getTime()
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
