import { describe, expect, it } from 'vitest'
import { inReadingOrder, placed, scaledBy, snapped, steppedBy, within, without } from './arrangement.ts'

const place = (device: string, x: number, y: number, w = 0.1, h = 0.2) => ({ device, x, y, w, h })
const key = (name: string, shiftKey = false, altKey = false) => ({ key: name, shiftKey, altKey })
const A = place('a', 0.4, 0.4)

describe('a place on the façade', () => {
  it.each([
    ['beyond the left edge', place('a', -0.3, 0.4), { x: 0 }],
    ['beyond the right edge', place('a', 0.99, 0.4), { x: 0.9 }],
    ['beyond the ground', place('a', 0.4, 2), { y: 0.8 }],
    ['smaller than can be seen', place('a', 0.4, 0.4, 0, -1), { w: 0.02, h: 0.02 }],
    ['larger than the wall', place('a', 0.4, 0.4, 3, 3), { x: 0, y: 0, w: 1, h: 1 }],
    ['with more digits than a pixel', place('a', 1 / 3, 0.4), { x: 0.3333 }],
  ])('%s is brought into the wall', (_name, given, expected) => {
    expect(within(given)).toMatchObject(expected)
  })

  it.each<[string, ReturnType<typeof key>, object | null]>([
    ['an arrow', key('ArrowLeft'), { x: 0.39 }],
    ['an arrow downwards', key('ArrowDown'), { y: 0.41 }],
    ['an arrow with Alt', key('ArrowRight', false, true), { x: 0.45 }],
    ['an arrow with Shift', key('ArrowRight', true), { x: 0.4, w: 0.11 }],
    ['an arrow upwards with Shift', key('ArrowUp', true), { y: 0.4, h: 0.19 }],
    ['another key', key('Enter'), null],
  ])('is changed by %s [SN31]', (_name, pressed, expected) => {
    const next = steppedBy(pressed, A)
    if (expected === null) expect(next).toBeNull()
    else expect(next).toEqual({ ...A, ...expected })
  })

  it('does not move when it becomes wider at the edge of the wall', () => {
    const atEdge = place('a', 0.9, 0.8)
    expect(steppedBy(key('ArrowRight', true), atEdge)).toEqual(atEdge)
  })

  it('keeps its middle when it becomes larger', () => {
    expect(scaledBy(2, A)).toEqual(place('a', 0.35, 0.3, 0.2, 0.4))
  })

  it('snaps to the edges of others that are near, and to nothing else', () => {
    const others = [place('b', 0.1, 0.405), place('c', 0.8, 0.1)]
    expect(snapped(A, [...others, A])).toMatchObject({ x: 0.4, y: 0.405 })
    expect(snapped({ ...A, x: 0.205 }, others)).toMatchObject({ x: 0.2 })
    expect(snapped({ ...A, y: 0.43 }, others)).toMatchObject({ x: 0.4, y: 0.43 })
  })
})

describe('a façade', () => {
  it('has a device once', () => {
    const facade = placed(placed([], A), place('b', 0, 0))
    expect(placed(facade, { ...A, x: 0.5 })).toEqual([{ ...A, x: 0.5 }, place('b', 0, 0)])
    expect(without(facade, 'a')).toEqual([place('b', 0, 0)])
  })

  it('is read row by row, from left to right', () => {
    const rows = [place('d', 0.1, 0.7), place('b', 0.5, 0.12), place('c', 0.9, 0.1), place('a', 0.1, 0.1)]
    expect(inReadingOrder(rows).map(({ device }) => device)).toEqual(['a', 'b', 'c', 'd'])
  })
})
