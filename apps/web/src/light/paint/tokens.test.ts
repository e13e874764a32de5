import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, mix, parseHex, type Rgb, WHITE } from './colour.ts'
import { themeSide } from './palette.ts'

const css = readFileSync(new URL('../../ui/styles/tokens.css', import.meta.url), 'utf8')
const THEMES = ['light', 'dark'] as const
const TIMES = ['day', 'dawn', 'dusk', 'night'] as const

/** The tokens of the block whose selector list contains `selector`. */
function block(selector: string): Map<string, string> {
  const body = css.split('}').find((part) => part.includes(selector) && part.includes('--'))
  const found = body?.matchAll(/--([\w-]+):\s*([^;]+);/g) ?? []
  return new Map([...found].map((match) => [match[1] ?? '', match[2] ?? '']))
}

const page = block(':root')
const colour = (tokens: Map<string, string>, name: string, theme: (typeof THEMES)[number]): Rgb =>
  parseHex(themeSide(tokens.get(name) ?? `no token ${name}`, theme === 'dark'))

describe('ink on the page is readable', () => {
  const pairs = [
    ['ink', 'paper', 7.5],
    ['ink', 'surface', 7.5],
    ['ink', 'sheet', 7.5],
    ['ink', 'well', 7.5],
    ['ink-2', 'paper', 4.5],
    ['ink-2', 'surface', 4.5],
    ['ink-2', 'sheet', 4.5],
    ['ink-3', 'paper', 4.5],
    ['key-ink', 'key', 7.5],
    ['danger', 'paper', 4.5],
    ['danger', 'surface', 4.5],
    ['danger', 'sheet', 4.5],
    ['danger-ink', 'danger', 4.5],
    ['ok', 'paper', 4.5],
    ['sun-ink', 'paper', 4.5],
    ['focus', 'paper', 3],
    ['snack-ink', 'snack-error', 4.5],
    ['snack-ink', 'snack-ok', 4.5],
    ['lit-ink', 'lit', 4.5],
    ['lock-mark', 'lock-open', 4.5],
    ['lock-mark', 'lock-shut', 4.5],
    ['lock-ring', 'lock-none', 4.5],
  ] as const
  const rows = pairs.flatMap(([ink, ground, least]) =>
    THEMES.map((theme) => [ink, ground, theme, least] as const),
  )
  test.each(rows)('%s on %s, %s, is at least %d:1', (ink, ground, theme, least) => {
    expect(contrast(colour(page, ink, theme), colour(page, ground, theme))).toBeGreaterThanOrEqual(least)
  })
})

describe('ink on a wall is readable at every time of day', () => {
  const rows = TIMES.flatMap((time) => THEMES.map((theme) => [time, theme] as const))
  test.each(rows)('%s, %s', (time, theme) => {
    const wall = block(`[data-time="${time}"]`)
    const ink = colour(page, 'ink', theme)
    const lift = theme === 'light' ? 0.1 : 0
    const lit = mix(colour(wall, 'wall-lit', theme), WHITE, lift)
    const shade = mix(colour(wall, 'wall-shade', theme), WHITE, lift)
    const strength = Number(wall.get('sun-a'))
    const patch = mix(lit, colour(wall, 'sun', theme), strength)
    for (const ground of [lit, shade, patch, mix(lit, shade, 0.5)]) {
      expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('by day a dark page is as readable as a light one', () => {
  const wallOf = (time: string, theme: (typeof THEMES)[number]) => {
    const wall = block(`[data-time="${time}"]`)
    const of = (name: string) => colour(wall, name, theme)
    return {
      lit: of('wall-lit'),
      shade: of('wall-shade'),
      sun: of('sun'),
      blade: of('blade'),
      frame: of('frame'),
    }
  }

  test.each(['day', 'dawn', 'dusk'])('ink on a wall that is lit, at %s', (time) => {
    const { lit, shade, sun } = wallOf(time, 'dark')
    for (const ground of [lit, shade, sun]) {
      expect(contrast(colour(page, 'ink', 'dark'), ground)).toBeGreaterThanOrEqual(7)
    }
  })

  test.each(['day', 'dawn', 'dusk'])('the patch of light stands out from its wall as much, at %s', (time) => {
    const [light, dark] = [wallOf(time, 'light'), wallOf(time, 'dark')]
    expect(contrast(dark.sun, dark.lit)).toBeGreaterThanOrEqual(contrast(light.sun, light.lit))
    expect(contrast(dark.sun, dark.shade)).toBeGreaterThanOrEqual(contrast(light.sun, light.shade))
  })

  test.each(['day', 'dawn', 'dusk'])('a shade stands out from the frame of its window, at %s', (time) => {
    for (const theme of THEMES) {
      const { blade, frame } = wallOf(time, theme)
      expect(contrast(blade, frame)).toBeGreaterThanOrEqual(2.5)
    }
  })
})
