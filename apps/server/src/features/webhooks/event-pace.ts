import type { Clock } from '#platform/clock.ts'

const EVERY_MS = 1_000

/** Lets one event of a key through in a second: the first at once, the last always. */
export function createEventPace<Item>(clock: Pick<Clock, 'after'>, pass: (item: Item) => void) {
  /** The newest item that waits, null for none, of each key of which one passed within a second. */
  const waiting = new Map<string, { item: Item | null; cancel(): void }>()

  const passNow = (key: string, item: Item) => {
    pass(item)
    const cancel = clock.after(EVERY_MS, () => {
      const next = waiting.get(key)?.item ?? null
      waiting.delete(key)
      if (next !== null) passNow(key, next)
    })
    waiting.set(key, { item: null, cancel })
  }

  return {
    put(key: string, item: Item) {
      const known = waiting.get(key)
      if (known === undefined) passNow(key, item)
      else known.item = item
    },
    /** Lets through what waits. */
    stop() {
      const all = [...waiting.values()]
      waiting.clear()
      for (const { item, cancel } of all) {
        cancel()
        if (item !== null) pass(item)
      }
    },
  }
}
