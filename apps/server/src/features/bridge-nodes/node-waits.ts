import type { Clock } from '#platform/clock.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'

/** Calls that wait for what the process of a bridge reports, to this instance or another. */
export function createNodeWaits({ clock }: { clock: Pick<Clock, 'after'> }) {
  const waiting = createKeyedSets<() => void>()

  return {
    /** Something was reported about a bridge. */
    reported(bridgeId: string): void {
      for (const check of [...waiting.of(bridgeId)]) check()
    },
    /** Something may have been. */
    missed(): void {
      for (const check of [...waiting.all()]) check()
    },

    /** Reads until there is something, after each report; null after `ms`. */
    until<T>(bridgeId: string, ms: number, read: () => Promise<T | null>): Promise<T | null> {
      return new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          waiting.delete(bridgeId, check)
          cancel()
          settle()
        }
        const check = () => {
          read().then(
            (found) => {
              if (found !== null) end(() => resolve(found))
            },
            (error: unknown) => end(() => reject(error)),
          )
        }
        const cancel = clock.after(ms, () => end(() => resolve(null)))
        waiting.add(bridgeId, check)
        check()
      })
    },
  }
}

export type NodeWaits = ReturnType<typeof createNodeWaits>
