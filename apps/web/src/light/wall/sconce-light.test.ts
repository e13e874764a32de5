import { describe, expect, test } from 'vitest'
import { type Sconce, sconceLight } from './sconce-light.ts'

const LAMP: Sconce = { half: 29, away: 15, colour: [255, 206, 132] }

describe('a lamp that shines up and down its wall', () => {
  test('it is brightest near the lamp and thins with its way', () => {
    const way = [40, 90, 160, 260].map((along) => sconceLight(LAMP, 0, along))
    expect(way).toEqual([...way].sort((a, b) => b - a))
    expect(way[0]).toBeGreaterThan(0.8)
    expect(way[3]).toBeGreaterThan(0.02)
  })

  test('it shines up as it shines down, and as far to the left as to the right', () => {
    expect(sconceLight(LAMP, 30, -120)).toBe(sconceLight(LAMP, 30, 120))
    expect(sconceLight(LAMP, -30, 120)).toBe(sconceLight(LAMP, 30, 120))
  })

  test('beside the lamp and outside its cone it is dark', () => {
    expect(sconceLight(LAMP, 60, 0)).toBe(0)
    expect(sconceLight(LAMP, 140, 120)).toBe(0)
  })
})
