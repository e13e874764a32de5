import { describe, expect, it } from 'vitest'
import { createOutbox } from './outbox.ts'

/** A socket that accepts bytes only when the test allows it. */
function setUp() {
  const frames: string[] = []
  const tasks: (() => void)[] = []
  let flushes: (() => void)[] = []
  const wire = {
    bufferedAmount: 0,
    send(frame: string, flushed: () => void) {
      frames.push(frame)
      flushes.push(flushed)
    },
  }
  const outbox = createOutbox({ wire, soon: (task) => tasks.push(task) })
  return {
    outbox,
    frames,
    wire,
    runSoon: () => {
      for (const task of tasks.splice(0)) task()
    },
    flush: () => {
      const flushed = flushes
      flushes = []
      for (const call of flushed) call()
    },
  }
}

describe('an outbox', () => {
  it('sends each message in a frame of its own, at once, to a reader who keeps up', () => {
    const { outbox, frames } = setUp()
    outbox.push('state a', '1')
    outbox.push('state a', '2')
    outbox.push('state b', '3')
    expect(frames).toEqual(['1', '2', '3'])
  })

  it('keeps the newest of each key for a slow reader, however long it lasts', () => {
    const { outbox, frames, wire, flush } = setUp()
    outbox.push('state a', 'first')
    wire.bufferedAmount = 1_000_000
    for (let n = 0; n < 10_000; n += 1) outbox.push(`state ${n % 3}`, `${n}`)
    expect(outbox.waiting()).toBe(3)
    wire.bufferedAmount = 0
    flush()
    expect(frames).toEqual(['first', '9997', '9998', '9999'])
  })

  it('keeps the order of messages of different keys', () => {
    const { outbox, frames, wire, flush } = setUp()
    outbox.push('x', 'first')
    wire.bufferedAmount = 1_000_000
    outbox.push('state a', 'old')
    outbox.push('updated a', 'u')
    outbox.push('state a', 'new')
    wire.bufferedAmount = 0
    flush()
    expect(frames).toEqual(['first', 'u', 'new'])
  })

  it('sends the first of a turn at once, and gathers the others for a reader that announced that it reads arrays', () => {
    const { outbox, frames, runSoon } = setUp()
    outbox.setBatching(true)
    outbox.push('a', '1')
    expect(frames).toEqual(['1'])
    outbox.push('b', '2')
    outbox.push('c', '3')
    expect(frames).toEqual(['1'])
    runSoon()
    expect(frames).toEqual(['1', '[2,3]'])
    outbox.push('d', '4')
    expect(frames.at(-1)).toBe('4')
    runSoon()
    expect(frames).toHaveLength(3)
  })

  it('drops nothing for a reader of arrays who keeps up, however many come at once', () => {
    const { outbox, frames, runSoon } = setUp()
    outbox.setBatching(true)
    for (let n = 0; n < 300; n += 1) outbox.push('state a', JSON.stringify({ n, filler: 'x'.repeat(300) }))
    runSoon()
    expect(frames.flatMap((frame) => JSON.parse(frame)).map(({ n }) => n)).toEqual(
      Array.from({ length: 300 }, (_, n) => n),
    )
  })

  it('keeps the newest of each key for a slow reader of arrays', () => {
    const { outbox, frames, wire, runSoon, flush } = setUp()
    outbox.setBatching(true)
    outbox.push('state a', '0')
    runSoon()
    wire.bufferedAmount = 1_000_000
    for (let n = 1; n < 300; n += 1) outbox.push('state a', `${n}`)
    expect(outbox.waiting()).toBe(1)
    wire.bufferedAmount = 0
    flush()
    expect(frames).toEqual(['0', '299'])
  })

  it.each([false, true])(
    'says nothing while it is held, and then the word that ends the hold first (arrays: %s)',
    (isBatching) => {
      const { outbox, frames, runSoon } = setUp()
      outbox.setBatching(isBatching)
      outbox.hold()
      outbox.push('state a', '1')
      outbox.push('state a', '2')
      runSoon()
      expect(frames).toEqual([])
      outbox.release('"accepted"')
      outbox.push('state a', '3')
      runSoon()
      expect(frames).toEqual(['"accepted"', '2', '3'])
    },
  )

  it('drops what was not sent when it is cleared', () => {
    const { outbox, frames, runSoon } = setUp()
    outbox.setBatching(true)
    outbox.push('state c', '0')
    outbox.push('state a', '1')
    outbox.push('state b', '2')
    outbox.drop('state a')
    runSoon()
    outbox.push('state c', '3')
    outbox.push('state b', '4')
    outbox.clear()
    runSoon()
    expect(frames).toEqual(['0', '2', '3'])
  })

  it('keeps arrays within bounds', () => {
    const { outbox, frames, runSoon } = setUp()
    outbox.setBatching(true)
    for (let n = 0; n < 100; n += 1) outbox.push(`${n}`, `"${'x'.repeat(1_000)}"`)
    runSoon()
    expect(frames.length).toBeGreaterThan(2)
    expect(Math.max(...frames.map((frame) => frame.length))).toBeLessThan(40_000)
    expect(frames.flatMap((frame) => JSON.parse(frame))).toHaveLength(100)
  })
})
