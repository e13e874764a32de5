/** A random generator that a seed repeats exactly. */
export interface Seeded {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** An integer from `least` to `most`, both inclusive. */
  int(least: number, most: number): number
  /** A random element. Throws if the list is empty. */
  pick<T>(from: readonly T[]): T
  /** The same values in random order. */
  shuffled<T>(values: readonly T[]): T[]
  /** An independent generator, so that the values of one worker do not depend on when others draw theirs. */
  branch(): Seeded
}

/** Mulberry32 (Tommy Ettinger): 32 bits of state, good enough to choose moments and values. */
export function createSeeded(seed: number): Seeded {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    int,
    pick(from) {
      const picked = from[int(0, from.length - 1)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    shuffled(values) {
      return values
        .map((value) => ({ value, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ value }) => value)
    },
    branch: () => createSeeded(int(0, 2 ** 31 - 1)),
  }
}
