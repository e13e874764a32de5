interface FairQueueOptions<T> {
  /** No more than so many wait. */
  max: number
  /** Of one of those that share it. */
  maxOfOne: number
  whoseOf(entry: T): string
}

/** A bounded line that many share: where it is full, the one who has most in it loses what came last. */
export function createFairQueue<T>({ max, maxOfOne, whoseOf }: FairQueueOptions<T>) {
  let line: T[] = []
  const countByOwner = new Map<string, number>()

  const countOf = (whose: string) => countByOwner.get(whose) ?? 0
  const count = (whose: string, difference: number) => {
    const next = countOf(whose) + difference
    if (next > 0) countByOwner.set(whose, next)
    else countByOwner.delete(whose)
  }
  const countAll = (entries: readonly T[], difference: number) => {
    for (const entry of entries) count(whoseOf(entry), difference)
  }

  /** Makes room for somebody who has less than the one who has most; answers whether it could. */
  const makeRoomFor = (whose: string): boolean => {
    let greediest = whose
    for (const [owner, has] of countByOwner) if (has > countOf(greediest)) greediest = owner
    if (countOf(greediest) <= countOf(whose) + 1) return false
    const newest = line.findLastIndex((entry) => whoseOf(entry) === greediest)
    line.splice(newest, 1)
    count(greediest, -1)
    return true
  }

  return {
    /** Whether something was lost by it: this entry, or another that gave way. */
    add(entry: T): boolean {
      const whose = whoseOf(entry)
      if (countOf(whose) >= maxOfOne) return true
      const isFull = line.length >= max
      if (isFull && !makeRoomFor(whose)) return true
      line.push(entry)
      count(whose, 1)
      return isFull
    },
    /** Takes out the first ones, at most so many; of one owner alone where one is named. */
    take(most: number, whose?: string): T[] {
      if (whose !== undefined && countOf(whose) === 0) return []
      const taken: T[] = []
      if (whose === undefined) taken.push(...line.splice(0, most))
      else {
        line = line.filter((entry) => {
          const isTaken = whoseOf(entry) === whose && taken.length < most
          if (isTaken) taken.push(entry)
          return !isTaken
        })
      }
      countAll(taken, -1)
      return taken
    },
    /** Puts back, to the front, what was taken out. */
    putBack(entries: readonly T[]) {
      line = [...entries, ...line]
      countAll(entries, 1)
    },
    size: () => line.length,
  }
}
