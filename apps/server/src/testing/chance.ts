/** A pseudo-random generator that can be repeated by its seed: Mulberry32 (Tommy Ettinger). */
export function createChance(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    next,
    below,
    pick<T>(from: readonly T[]): T {
      const picked = from[below(from.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    /** A random non-empty subset. */
    some: <T>(from: readonly T[]): T[] => {
      const count = 1 + below(from.length)
      return from
        .map((value) => ({ value, rank: next() }))
        .toSorted((one, other) => one.rank - other.rank)
        .slice(0, count)
        .map(({ value }) => value)
    },
    /** A random choice in which each option has a weight. */
    weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
      const entries = Object.entries<number>(weights)
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const key in weights) {
        left -= weights[key]
        if (left < 0) return key
      }
      throw new Error('nothing to pick from')
    },
  }
}

export type Chance = ReturnType<typeof createChance>
