import { describe, expect, test } from 'vitest'
import { afterKey, isStepKey, marksOf, snap, valueAt } from './slider-value.ts'

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

  test('steps have no rounding errors', () => {
    expect(snap(0.1 + 0.2, 0.01)).toBe(0.3)
  })
})

describe('a key', () => {
  test.each([
    ['ArrowUp', 0.5, 0.51],
    ['ArrowRight', 0.8, 0.81],
    ['ArrowDown', 0.5, 0.49],
    ['ArrowLeft', 0.01, 0],
    ['PageUp', 0.95, 1],
    ['PageDown', 0.5, 0.4],
    ['Home', 0.7, 0],
    ['End', 0.7, 1],
  ] as const)('%s leads from %d to %d', (key, from, to) => {
    expect(isStepKey(key)).toBe(true)
    expect(afterKey(key, from, 0.01)).toBe(to)
  })

  test('at the end of the track, or without a way, leads nowhere', () => {
    expect(afterKey('ArrowUp', 1, 0.01)).toBeNull()
    expect(afterKey('Home', 0, 0.01)).toBeNull()
    expect(isStepKey('Tab')).toBe(false)
    expect(afterKey('Tab', 0.5, 0.01)).toBeNull()
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
