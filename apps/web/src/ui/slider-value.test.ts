import { describe, expect, test } from 'vitest'
import { marksOf, RESTING, type SliderEvent, slide, snap, valueAt } from './slider-value.ts'

const play = (...events: SliderEvent[]) => {
  let state = RESTING
  const commits: number[] = []
  for (const event of events) {
    const next = slide(state, event)
    state = next.state
    if (next.commit !== null) commits.push(next.commit)
  }
  return { state, commits }
}

describe('the value under a pointer', () => {
  test.each([
    [100, 0],
    [300, 1],
    [200, 0.5],
    [158, 0.29],
    [20, 0],
    [900, 1],
  ])('at %d px is %d', (x, value) => {
    expect(valueAt(x, 100, 200, 0.01)).toBe(value)
  })

  test('a track without width is at its start', () => {
    expect(valueAt(50, 100, 0, 0.01)).toBe(0)
  })

  test('steps carry no dust', () => {
    expect(snap(0.1 + 0.2, 0.01)).toBe(0.3)
  })
})

describe('what is committed', () => {
  test('a drag commits once, on release, where it ended', () => {
    const { state, commits } = play(
      { type: 'pressed', value: 0.2 },
      { type: 'dragged', value: 0.6 },
      { type: 'dragged', value: 0.4 },
      { type: 'released' },
    )
    expect(commits).toEqual([0.4])
    expect(state).toEqual(RESTING)
  })

  test('a cancelled drag commits nothing', () => {
    expect(
      play({ type: 'pressed', value: 0.2 }, { type: 'cancelled' }, { type: 'released' }).commits,
    ).toEqual([])
  })

  test('a hand that left commits nothing', () => {
    const { state, commits } = play({ type: 'pressed', value: 0.2 }, { type: 'left' }, { type: 'released' })
    expect(commits).toEqual([])
    expect(state).toEqual(RESTING)
  })

  test('a hand that left and came back commits where it ends', () => {
    const { commits } = play(
      { type: 'pressed', value: 0.2 },
      { type: 'left' },
      { type: 'dragged', value: 0.7 },
      { type: 'released' },
    )
    expect(commits).toEqual([0.7])
  })

  test('keys held down commit once, when let go', () => {
    const { commits } = play(
      { type: 'stepped', value: 0.31 },
      { type: 'stepped', value: 0.32 },
      { type: 'keyReleased' },
    )
    expect(commits).toEqual([0.32])
  })

  test('a key let go without a step commits nothing', () => {
    expect(play({ type: 'keyReleased' }).commits).toEqual([])
  })

  test('a value set by a screen reader is committed at once', () => {
    expect(play({ type: 'set', value: 0.7 }).commits).toEqual([0.7])
  })

  test('keys do not disturb a drag', () => {
    const { commits } = play(
      { type: 'pressed', value: 0.5 },
      { type: 'stepped', value: 0.9 },
      { type: 'keyReleased' },
      { type: 'released' },
    )
    expect(commits).toEqual([0.5])
  })
})

describe('the marks on the track', () => {
  test.each([
    ['at rest', { reported: 0.4, target: null, draft: null }, { thumb: 0.4, tick: null, ring: null }],
    ['at its target', { reported: 0.4, target: 0.4, draft: null }, { thumb: 0.4, tick: null, ring: null }],
    ['moving', { reported: 0.3, target: 0.8, draft: null }, { thumb: null, tick: 0.3, ring: 0.8 }],
    ['dragged at rest', { reported: 0.3, target: null, draft: 0.5 }, { thumb: 0.5, tick: 0.3, ring: null }],
    [
      'dragged while moving',
      { reported: 0.2, target: 0.8, draft: 0.56 },
      { thumb: 0.56, tick: 0.2, ring: 0.8 },
    ],
    ['unknown', { reported: null, target: null, draft: null }, { thumb: 0.3, tick: null, ring: null }],
    ['unknown and moving', { reported: null, target: 1, draft: null }, { thumb: null, tick: null, ring: 1 }],
  ] as const)('%s', (_name, values, marks) => {
    expect(marksOf(values, 0.3)).toEqual(marks)
  })
})
