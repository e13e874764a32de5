import type { Clock } from '#platform/clock.ts'
import type { Part } from './command-goal.ts'
import type { PageOrder } from './tracked-command.ts'

/** For this long after a command of a page, an earlier one may still be on its way: longer than a page waits for an answer. */
const ON_THE_WAY_MS = 60_000

/** The number of the newest command of each page for each part of a device. */
export function createPageOrders(clock: Clock) {
  const newest = new Map<string, { number: number; cancelTimer(): void }>()
  const keyOf = (deviceId: string, part: Part, { page }: PageOrder) => `${page} ${deviceId} ${part}`

  return {
    keep(deviceId: string, part: Part, order: PageOrder | null) {
      if (order === null) return
      const key = keyOf(deviceId, part, order)
      const known = newest.get(key)
      known?.cancelTimer()
      newest.set(key, {
        number: Math.max(order.number, known?.number ?? 0),
        cancelTimer: clock.after(ON_THE_WAY_MS, () => newest.delete(key)),
      })
    },
    /** Whether the page has sent a newer command to the same part. */
    isOvertaken: (deviceId: string, part: Part, order: PageOrder | null): boolean =>
      order !== null && (newest.get(keyOf(deviceId, part, order))?.number ?? 0) > order.number,
    clear() {
      for (const { cancelTimer } of newest.values()) cancelTimer()
    },
  }
}
