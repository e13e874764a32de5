import type { Target } from '@senca/contract'
import { SUN_DEFAULTS, type SunSettings } from '@senca/contract/automation'
import { describe, expect, it } from 'vitest'
import { nextShading, type ShadingMemory } from './shading.ts'
import { type ShadedWindow, wantedPlace } from './wanted-place.ts'

const settings: SunSettings = { ...SUN_DEFAULTS, azimuth: 180, mode: 'glare' }
const windowOf = (type: ShadedWindow['type'], own: Partial<SunSettings> = {}): ShadedWindow => ({
  type,
  inclinationType: 'lower_90',
  settings: { ...settings, ...own },
})
const inFront = (elevation: number) => ({ azimuth: 180, elevation })

describe('against glare', () => {
  it('a screen comes down as far as keeps the sun from reaching deeper than it may [WS18]', () => {
    const window = windowOf('textile_screen', { depth: 1 })
    // At 45°, light that enters 1 m above the floor reaches 1 m into the room, so 1.2 m of the 2.2 m of glass are covered.
    expect(wantedPlace(window, inFront(45), null)?.position).toBeCloseTo(1.2 / 2.2, 3)
    expect(wantedPlace(window, inFront(5), null)?.position).toBeGreaterThan(0.95)
    expect(wantedPlace(window, inFront(70), null)).toEqual({ position: 0 })
    expect(wantedPlace(windowOf('textile_screen', { depth: 0 }), inFront(60), null)).toEqual({ position: 1 })
    expect(wantedPlace(windowOf('textile_screen', { windowBottom: 1 }), inFront(20), null)).toEqual({
      position: 1,
    })
  })

  it('slats turn just enough, by the way in which they turn', () => {
    const blind = windowOf('venetian_blind')
    expect(wantedPlace(blind, inFront(30), null)?.position).toBe(1)
    expect(wantedPlace(blind, inFront(30), null)?.inclination).toBeCloseTo(21.21 / 90, 3)
    const both = { ...blind, inclinationType: 'full_180' as const }
    expect(wantedPlace(both, inFront(30), null)?.inclination).toBeCloseTo((21.21 + 90) / 180, 3)
    const upper = { ...blind, inclinationType: 'upper_90' as const }
    expect(wantedPlace(upper, inFront(30), null)?.inclination).toBeCloseTo(81.21 / 90, 3)
  })

  it('an awning comes out further the lower the sun stands, and a pergola turns its louvres', () => {
    const awning = windowOf('awning', { depth: 0 })
    expect(wantedPlace(awning, inFront(60), null)?.position).toBeCloseTo(2.2 / Math.tan(Math.PI / 3) / 3, 3)
    expect(wantedPlace(awning, inFront(10), null)).toEqual({ position: 1 })
    const pergola = windowOf('pergola')
    // Upright louvers block a low sun; for a high sun they must be flat.
    expect(wantedPlace(pergola, inFront(20), null)).toEqual({ inclination: 0 })
    expect(wantedPlace(pergola, inFront(89), null)?.inclination).toBeCloseTo(0.7, 1)
  })

  it('nothing is wanted while the sun is elsewhere', () => {
    for (const sun of [
      { azimuth: 0, elevation: 30 },
      { azimuth: 180, elevation: -1 },
    ])
      expect(wantedPlace(windowOf('textile_screen'), sun, null)).toBeNull()
    expect(wantedPlace(windowOf('textile_screen', { mode: 'off' }), inFront(30), null)).toBeNull()
  })
})

describe('against heat', () => {
  it('a shade is closed in the sun while it is warm outside, and open below [WS18]', () => {
    const warm = windowOf('roller_shutter', { mode: 'heat' })
    expect(wantedPlace(warm, inFront(60), true)).toEqual({ position: 1 })
    expect(wantedPlace(warm, inFront(60), false)).toEqual({ position: 0 })
    expect(wantedPlace(warm, inFront(60), null)).toBeNull()
    expect(wantedPlace(warm, { azimuth: 10, elevation: 60 }, true)).toBeNull()
    const blind = windowOf('venetian_blind', { mode: 'heat' })
    expect(wantedPlace(blind, inFront(60), true)).toEqual({ position: 1, inclination: 1 })
    expect(wantedPlace(windowOf('pergola', { mode: 'heat' }), inFront(60), true)).toEqual({ inclination: 1 })
  })
})

describe('a shade that follows the sun', () => {
  const START = Date.parse('2026-06-21T10:00:00Z')
  const at = (minutes: number) => new Date(START + minutes * 60_000)
  const open: Target = { position: 0 }
  const NEW: ShadingMemory = { base: null, movedAt: null }
  const check = (
    memory: ShadingMemory,
    minutes: number,
    { wants, here = 0, isPaused = false }: { wants: number | null; here?: number | null; isPaused?: boolean },
  ) =>
    nextShading(memory, {
      now: at(minutes),
      wants: wants === null ? null : { position: wants },
      open,
      isPaused,
      here: here === null ? null : { position: here, inclination: null },
    })

  it('moves when the sun comes, by steps that are worth it, and no more often than every ten minutes [WS19]', () => {
    const come = check(NEW, 0, { wants: 0.4 })
    expect(come.move).toEqual({ position: 0.4 })
    expect(check(come.memory, 15, { wants: 0.44, here: 0.4 }).move).toBeNull()
    expect(check(come.memory, 9, { wants: 0.6, here: 0.4 }).move).toBeNull()
    const further = check(come.memory, 10, { wants: 0.45, here: 0.4 })
    expect(further.move).toEqual({ position: 0.45 })
    expect(further.memory).toEqual({ base: { position: 0.45 }, movedAt: at(10) })
  })

  it('does not move what is there already', () => {
    const { move, memory } = check(NEW, 0, { wants: 0.4, here: 0.42 })
    expect(move).toBeNull()
    expect(memory).toEqual({ base: { position: 0.4 }, movedAt: null })
  })

  it('waits for a shade that is away', () => {
    const { move, memory } = check(NEW, 0, { wants: 0.4, here: null })
    expect({ move, memory }).toEqual({ move: null, memory: NEW })
    expect(check(memory, 5, { wants: 0.4 }).move).toEqual({ position: 0.4 })
  })

  it('is opened when the sun has left, unless somebody put it elsewhere [WS22]', () => {
    const memory = { base: { position: 0.6 }, movedAt: at(-60) }
    const gone = check(memory, 0, { wants: null, here: 0.6 })
    expect(gone).toEqual({ move: open, memory: { base: null, movedAt: at(0) } })
    expect(check(memory, 0, { wants: null, here: 1 })).toEqual({
      move: null,
      memory: { base: null, movedAt: at(-60) },
    })
    expect(check(gone.memory, 1, { wants: null, here: 1 }).move).toBeNull()
  })

  it('moves nothing while it is paused, nor right after, but at the next change', () => {
    const paused = check({ base: { position: 0.2 }, movedAt: at(-60) }, 0, {
      wants: 0.6,
      here: 0,
      isPaused: true,
    })
    expect(paused).toEqual({ move: null, memory: { base: { position: 0.6 }, movedAt: at(-60) } })
    expect(check(paused.memory, 1, { wants: 0.62, here: 0 }).move).toBeNull()
    expect(check(paused.memory, 2, { wants: 0.66, here: 0 }).move).toEqual({ position: 0.66 })
    const night = check(paused.memory, 3, { wants: null, here: 0, isPaused: true })
    expect(check(night.memory, 4, { wants: null, here: 0.5 }).move).toBeNull()
  })
})
