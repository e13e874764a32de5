/** Two neighboring buckets are 2 % apart. */
const STEP = Math.log(1.02)
const LEAST_MS = 0.01

/** A histogram of delays: percentiles are accurate to 2 %, and memory does not grow with the number of delays. */
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
    /** The delay in milliseconds that a share 0..1 does not exceed; NaN without delays. */
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
