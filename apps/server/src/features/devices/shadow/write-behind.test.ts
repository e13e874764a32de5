import { describe, expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createWriteBehind } from './write-behind.ts'

function setUp() {
  const clock = createFakeClock()
  const values = new Map<string, { n: number }>()
  const written: number[][] = []
  const failures: unknown[] = []
  const dropped: string[] = []
  const notYet: string[] = []
  let isBroken = false
  const behind = createWriteBehind({
    clock,
    read: (key) => values.get(key),
    write: async (batch) => {
      if (isBroken) throw new Error('no database')
      if (batch.some(({ n }) => n < 0)) throw new RangeError('below zero')
      written.push(batch.map(({ n }) => n))
      return notYet.splice(0)
    },
    isPermanentError: (error) => error instanceof RangeError,
    failed: (error) => failures.push(error),
    dropped: (_error, key) => dropped.push(key),
  })
  behind.start()
  const set = (key: string, n: number) => {
    values.set(key, { n })
    behind.mark(key)
  }
  return {
    clock,
    behind,
    written,
    failures,
    dropped,
    notYet,
    set,
    breakIt: (broken: boolean) => (isBroken = broken),
  }
}

describe('writing behind', () => {
  it('writes the newest value of each key once', async () => {
    const { clock, written, set } = setUp()
    for (let n = 0; n < 100; n += 1) set('a', n)
    set('b', 7)
    await clock.advanceAsync(1_000)
    await clock.advanceAsync(5_000)
    expect(written).toEqual([[99, 7]])
  })

  it('keeps what could not be written', async () => {
    const { clock, written, failures, set, breakIt } = setUp()
    breakIt(true)
    set('a', 1)
    await clock.advanceAsync(1_000)
    expect(failures).toHaveLength(1)
    breakIt(false)
    await clock.advanceAsync(1_000)
    expect(written).toEqual([[1]])
  })

  it('drops what can never be written, and writes the rest', async () => {
    const { clock, written, failures, dropped, set } = setUp()
    set('a', 1)
    set('bad', -1)
    set('b', 2)
    await clock.advanceAsync(1_000)
    await clock.advanceAsync(5_000)
    expect(written).toEqual([[1], [2]])
    expect([dropped, failures]).toEqual([['bad'], []])
    set('bad', 3)
    await clock.advanceAsync(1_000)
    expect(written.at(-1)).toEqual([3])
  })

  it('writes again what could not be written yet, as it is then', async () => {
    const { clock, written, notYet, set } = setUp()
    notYet.push('a')
    set('a', 1)
    await clock.advanceAsync(1_000)
    set('a', 2)
    await clock.advanceAsync(1_000)
    await clock.advanceAsync(5_000)
    expect(written).toEqual([[1], [2]])
  })

  it('writes what is left when it stops, in batches', async () => {
    const { behind, written, set } = setUp()
    for (let n = 0; n < 1_200; n += 1) set(`key ${n}`, n)
    await behind.stop()
    expect(written.map((batch) => batch.length)).toEqual([500, 500, 200])
  })
})
