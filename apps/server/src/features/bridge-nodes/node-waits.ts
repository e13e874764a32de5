import type { Clock } from '#platform/clock.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'

/** Calls that wait for what the process of a bridge reports, to this instance or another. */
export function createNodeWaits({ clock }: { clock: Pick<Clock, 'after'> }) {
  const waiting = createKeyedSets<() => void>()

  return {
    /** Something was reported about a bridge. */
    reported(bridgeId: string): void {
      for (const look of [...waiting.of(bridgeId)]) look()
    },
    /** Something may have been. */
    missed(): void {
      for (const look of [...waiting.all()]) look()
    },

    /** Reads until there is something, after each report; null after `ms`. */
    until<T>(bridgeId: string, ms: number, read: () => Promise<T | null>): Promise<T | null> {
      return new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          waiting.delete(bridgeId, look)
          cancel()
          settle()
        }
        const look = () => {
          read().then(
            (found) => {
              if (found !== null) end(() => resolve(found))
            },
            (error: unknown) => end(() => reject(error)),
          )
        }
        const cancel = clock.after(ms, () => end(() => resolve(null)))
        waiting.add(bridgeId, look)
        look()
      })
    },
  }
}

export type NodeWaits = ReturnType<typeof createNodeWaits>
