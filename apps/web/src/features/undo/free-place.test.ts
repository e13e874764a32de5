import { describe, expect, it } from 'vitest'
import { type Box, freePlace } from './free-place.ts'

const size = { width: 160, height: 44 }
const view = { width: 390, height: 844 }
const row = (top: number, bottom: number, left = 0, right = 390): Box => ({ left, right, top, bottom })

describe('the place of an offer', () => {
  it.each<[string, Box[][], number]>([
    ['at the head', [[row(300, 844)]], 8],
    ['at the head between logo and menu', [[row(4, 60, 0, 100), row(4, 60, 340, 390)]], 8],
    ['at the foot where the head is taken', [[row(0, 60)]], 792],
    ['above what is at the foot', [[row(0, 60), row(700, 844)]], 648],
    ['where nothing that moves is covered, where all is taken', [[row(0, 844)], [row(0, 400)]], 792],
    ['at the head where no place is free', [[row(0, 844)], [row(0, 844)]], 8],
  ])('is %s', (_, lists, expected) => {
    expect(freePlace(size, view, lists)).toBe(expected)
  })

  it('stays where it was while that place is free', () => {
    expect(freePlace(size, view, [[row(700, 844)]], 300)).toBe(300)
    expect(freePlace(size, view, [[row(290, 340)]], 300)).toBe(8)
  })
})
