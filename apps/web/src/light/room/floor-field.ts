import type { Aperture } from '../apertures.ts'
import { clamp, type Rect } from '../geometry.ts'
import { type Bars, type Beam, beamsOf, blurred, type FieldSize, SOFT_BLUR } from '../patch-field.ts'

/** How an opening in the wall is thrown onto the floor in front of it, all lengths in CSS pixels of the room. */
export type FloorProjection = {
  readonly opening: Rect
  readonly floorY: number
  readonly horizonY: number
  readonly vanishX: number
  /** Depth on the floor, and drift aside, per height that light comes from. */
  readonly depth: number
  readonly drift: number
  /** Half the penumbra of light from 100 px above the floor. */
  readonly penumbra: number
}

/** The distance of the eye from the wall. */
export const EYE_DISTANCE = 900
const LEAST_PENUMBRA = 0.6
const SOFT_LEAST_PX = 9
/** Light grows weaker and bluer with its way; on the floor by this much from sill to head. */
const FALL_OFF = 0.2

/** One row of the floor: the place 0..1 down the opening that lights it, and how it lies in perspective. */
export type FloorRow = {
  readonly v: number
  readonly height: number
  /** Pixels on the wall per pixel of the row. */
  readonly zoom: number
}

/** The row at `y` CSS pixels below the foot of the wall. */
export function floorRow(projection: FloorProjection, y: number): FloorRow {
  const eye = projection.floorY - projection.horizonY
  const nearness = (eye + y) / eye
  const depth = EYE_DISTANCE * (1 - 1 / nearness)
  const height = depth / projection.depth
  return {
    v: (projection.floorY - height - projection.opening.y) / projection.opening.h,
    height,
    zoom: 1 / nearness,
  }
}

/** Where on the floor, in CSS pixels of the room, the point (`u`, `v`) of the opening lands. */
export function landing(projection: FloorProjection, u: number, v: number): readonly [x: number, y: number] {
  const { opening, floorY, horizonY, vanishX } = projection
  const height = floorY - (opening.y + v * opening.h)
  const nearness = EYE_DISTANCE / (EYE_DISTANCE - height * projection.depth)
  const x = opening.x + u * opening.w + height * projection.drift
  return [vanishX + (x - vanishX) * nearness, horizonY + (floorY - horizonY) * nearness]
}

function castRow(
  rgba: Uint8ClampedArray,
  size: FieldSize,
  y: number,
  row: FloorRow,
  projection: FloorProjection,
  beam: Beam,
  weight: number,
  blur: number,
): void {
  const { opening, vanishX } = projection
  const shift = vanishX - opening.x - row.height * projection.drift
  const place = (x: number): number => ((x / size.scale - vanishX) * row.zoom + shift) / opening.w
  const step = row.zoom / (size.scale * opening.w)
  const start = place(0.5)
  const from = Math.max(0, Math.floor((-blur - start) / step))
  const to = Math.min(size.width, Math.ceil((1 + blur - start) / step))
  let cell = (y * size.width + from) * 4 + 3
  for (let x = from; x < to; x++) {
    rgba[cell] = (rgba[cell] ?? 0) + weight * blurred(beam.across, start + x * step, blur)
    cell += 4
  }
}

/**
 * The light on a floor in one-point perspective: adds the opacity 0..255 of the sun to every fourth byte of `rgba`,
 * whose first row lies at the foot of the wall. `spread` widens every penumbra (CSS pixels).
 */
export function castOnFloor(
  rgba: Uint8ClampedArray,
  size: FieldSize,
  projection: FloorProjection,
  light: { apertures: readonly Aperture[]; bars: Bars; strength: number; spread?: number },
): void {
  const spread = light.spread ?? 0
  for (const beam of beamsOf(light.apertures, light.bars)) {
    let last = floorRow(projection, 0).v
    for (let y = 0; y < size.height; y++) {
      const row = floorRow(projection, (y + 0.5) / size.scale)
      const natural = LEAST_PENUMBRA + (projection.penumbra * row.height) / 100
      const penumbra = (beam.soft ? Math.max(SOFT_LEAST_PX, natural * SOFT_BLUR) : natural) + spread
      const cellHeight = Math.abs(last - row.v)
      last = row.v
      const down = blurred(beam.down, row.v, Math.max(penumbra / projection.opening.h, cellHeight))
      const weight = down * light.strength * (1 - FALL_OFF * clamp(1 - row.v)) * 255
      if (weight > 0.4) {
        const across = Math.max(penumbra, row.zoom / size.scale) / projection.opening.w
        castRow(rgba, size, y, row, projection, beam, weight, across)
      }
    }
  }
}
