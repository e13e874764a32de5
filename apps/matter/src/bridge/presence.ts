/** An ecosystem of which nothing was seen for so long is not connected any more [BR63]. */
const LOST_MS = 300_000

/**
 * When ecosystems were last seen, by the index of their fabric, and which of them are not connected any more. An
 * ecosystem that was neither seen nor missed for long enough since the start is not reported.
 */
export function createPresence({ nowMs }: { nowMs(): number }) {
  const startMs = nowMs()
  const seenMsByIndex = new Map<number, number>()
  const lost = new Set<number>()
  const timeOf = (ms: number) => new Date(ms).toISOString()

  /** Since when it is lost; null while it is connected, undefined while that is not known. */
  const lostAt = (index: number): string | null | undefined => {
    if (lost.has(index)) return timeOf(seenMsByIndex.get(index) ?? startMs)
    return seenMsByIndex.has(index) ? null : undefined
  }
  const wordsOf = (all: readonly number[]): string => all.map((index) => String(lostAt(index))).join()
  const seen = (index: number): void => void seenMsByIndex.set(index, nowMs())

  return {
    seen,
    lastSeenAt(index: number): string | null {
      const ms = seenMsByIndex.get(index)
      return ms === undefined ? null : timeOf(ms)
    },
    lostAt,
    /** Takes the fabrics that are connected of all that there are. Returns whether one was lost, or came back. */
    check(all: readonly number[], connected: ReadonlySet<number>): boolean {
      const known = wordsOf(all)
      for (const index of all) {
        if (connected.has(index)) seen(index)
        const isLost = nowMs() - (seenMsByIndex.get(index) ?? startMs) >= LOST_MS
        if (isLost) lost.add(index)
        else if (seenMsByIndex.has(index)) lost.delete(index)
      }
      for (const index of [...seenMsByIndex.keys(), ...lost])
        if (!all.includes(index)) {
          seenMsByIndex.delete(index)
          lost.delete(index)
        }
      return wordsOf(all) !== known
    },
  }
}
