import { describe, expect, test } from 'vitest'
import { type Aperture, apertures, doorApertures } from '../wall/apertures.ts'
import { type Bars, beamsOf, NO_BARS } from '../wall/patch-field.ts'
import { backWallRows, floorRows, NEAREST, seen, terraceRows } from './perspective.ts'
import { roomFrameOf } from './room-frame.ts'
import { castRows, type Rows } from './row-field.ts'

const SUN = { floorDepth: 0.92, floorDrift: 0.42, penumbra: 2.4 }
const SIZE = { width: 390, height: 600 }
const frame = roomFrameOf('roller_shutter', SIZE)
const floor = { width: SIZE.width, height: SIZE.height - frame.floorY, scale: 1 }
const ROWS = floorRows(frame, frame.glass, SUN)

function cast(
  list: readonly Aperture[],
  rows: Rows = ROWS,
  bars: Bars = NO_BARS,
  size = floor,
): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(size.width * size.height * 4)
  castRows(rgba, size, rows, 0, { beams: beamsOf(list, bars), strength: 1 })
  return rgba
}

const sum = (rgba: Uint8ClampedArray): number => rgba.reduce((total, part) => total + part, 0)

/** Where the point (u, v) of the window falls on the floor, calculated with the ray and not with the rows. */
function landing(u: number, v: number): readonly [x: number, y: number] {
  const height = frame.floorY - (frame.glass.y + v * frame.glass.h)
  const x = frame.glass.x + u * frame.glass.w + height * SUN.floorDrift
  return seen(frame, x, frame.floorY, height * SUN.floorDepth)
}

function lightAt(rgba: Uint8ClampedArray, u: number, v: number): number {
  const [x, y] = landing(u, v)
  return rgba[(Math.floor(y - frame.floorY) * floor.width + Math.floor(x)) * 4 + 3] ?? 0
}

describe('light on the floor', () => {
  test('an open window throws its light where the rays land, and nothing beside', () => {
    const rgba = cast(apertures('roller_shutter', 0))
    expect(lightAt(rgba, 0.3, 0.8)).toBeGreaterThan(220)
    expect(lightAt(rgba, 0.5, 0.6)).toBeGreaterThan(200)
    expect(lightAt(rgba, -0.1, 0.8)).toBe(0)
    expect(lightAt(rgba, 0.2, 1.08)).toBe(0)
  })

  test('a half closed shutter lights what its lower half lets in, and keeps the rest dark', () => {
    const rgba = cast(apertures('roller_shutter', 0.5))
    expect(lightAt(rgba, 0.3, 0.8)).toBeGreaterThan(220)
    expect(lightAt(rgba, 0.3, 0.36)).toBeLessThan(12)
  })

  test('a glazing bar throws its shadow', () => {
    const bars = { across: [{ from: 0.44, to: 0.56 }], down: [] }
    const rgba = cast(apertures('roller_shutter', 0), ROWS, bars)
    expect(lightAt(rgba, 0.5, 0.8)).toBeLessThan(40)
    expect(lightAt(rgba, 0.2, 0.8)).toBeGreaterThan(220)
  })

  test('slats throw stripes: bright and dark rows take turns', () => {
    const rgba = cast(apertures('venetian_blind', 1, -50, 15))
    const column = Array.from({ length: 40 }, (_, step) => lightAt(rgba, 0.4, 0.5 + step / 80))
    const turns = column.filter((light, index) => Math.abs(light - (column[index - 1] ?? light)) > 60)
    expect(turns.length).toBeGreaterThan(8)
  })

  test('the shadow of the head is softer than that of the sill', () => {
    const near = ROWS(4)
    const far = ROWS(110)
    expect(far.softDown).toBeGreaterThan(near.softDown * 1.5)
  })

  test('milky foil gives the floor less light and no edge', () => {
    expect(sum(cast(doorApertures(1, false)))).toBeLessThan(sum(cast(doorApertures(0, false))) * 0.5)
  })

  test('nothing lands where nothing gets through', () => {
    expect(sum(cast(apertures('roller_shutter', 1)))).toBe(0)
  })

  test('even light laid in one go is the same as light laid cell by cell', () => {
    const list = apertures('falcon', 0.6)
    const beams = beamsOf(list, NO_BARS)
    const inOneGo = new Uint8ClampedArray(floor.width * floor.height * 4)
    castRows(inOneGo, floor, ROWS, 0, { beams, strength: 1 })
    const cellByCell = new Uint8ClampedArray(inOneGo.length)
    const everywhere = Array.from({ length: 3000 }, (_, index) => index / 1500 - 0.5)
    castRows(cellByCell, floor, ROWS, 0, {
      beams: beams.map((beam) => ({ ...beam, edges: everywhere })),
      strength: 1,
    })
    const worst = inOneGo.reduce(
      (most, part, index) => Math.max(most, Math.abs(part - (cellByCell[index] ?? 0))),
      0,
    )
    expect(worst).toBeLessThanOrEqual(1)
  })
})

describe('light under a pergola', () => {
  const terrace = roomFrameOf('pergola', SIZE)
  const roof = { wall: terrace.hole, depth: NEAREST }

  test('light comes down the back wall and goes on over the floor where it left off', () => {
    const wall = backWallRows(roof, SUN)
    const ground = terraceRows(terrace, roof, SUN)
    expect(wall(terrace.hole.h).v).toBeCloseTo(ground(0).v, 5)
    expect(wall(terrace.hole.h).left).toBeCloseTo(ground(0).left, 5)
  })

  test('an open roof lights the wall and a shut one does not', () => {
    const wall = { width: SIZE.width, height: terrace.hole.h, scale: 1 }
    const rows = backWallRows(roof, SUN)
    const open = sum(cast(apertures('pergola', 0, 0, 16), rows, NO_BARS, wall))
    const half = sum(cast(apertures('pergola', 0.5, 0, 16), rows, NO_BARS, wall))
    expect(half / open).toBeCloseTo(0.5, 1)
    expect(sum(cast(apertures('pergola', 1, 0, 16), rows, NO_BARS, wall))).toBe(0)
  })
})
