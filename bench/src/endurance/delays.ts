/** Two neighbouring steps are 2 % apart. */
const STEP = Math.log(1.02)
const LEAST_MS = 0.01

/** Counts delays without keeping them: a percentile is right to 2 %, however many there are. */
export function createDelays() {
  const counts = new Map<number, number>()
  let total = 0
  return {
    add(ms: number) {
      const step = Math.round(Math.log(Math.max(LEAST_MS, ms)) / STEP)
      counts.set(step, (counts.get(step) ?? 0) + 1)
      total += 1
    },
    count: () => total,
    /** Milliseconds that a share 0..1 does not exceed; NaN of none. */
    percentile(share: number): number {
      let left = Math.max(1, Math.ceil(share * total))
      for (const [step, count] of [...counts].sort(([one], [other]) => one - other)) {
        left -= count
        if (left <= 0) return Math.exp(step * STEP)
      }
      return Number.NaN
    },
  }
}

export type Delays = ReturnType<typeof createDelays>
