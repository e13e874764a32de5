import { type Beam, blurred, CELLS, type FieldSize, SOFT_BLUR } from '../wall/patch-field.ts'

/** One row of a surface that light falls on, all lengths in CSS pixels of the room. */
export type LitRow = {
  /** The place 0..1 down the opening that lights this row. */
  readonly v: number
  /** Where the left edge of the opening lands on this row, and how wide the opening is there. */
  readonly left: number
  readonly width: number
  /** Half the penumbra as a share of the opening, down and across: shadows soften with the length of the ray. */
  readonly softDown: number
  readonly softAcross: number
  /** How strong the light still is here, 0..1. */
  readonly strength: number
}

/** The row whose middle lies `y` CSS pixels below the top of the surface. */
export type Rows = (y: number) => LitRow

/** A penumbra narrower than a cell of the profile would only show the rounding of its sums. */
const LEAST_SOFTNESS = 1.5 / CELLS
/** Weaker light than this cannot be seen: one step of 255. */
const LEAST_WEIGHT = 0.4

/** How one row of one beam is laid: which cells, where in the opening they lie, and how bright they are. */
type Stretch = {
  readonly first: number
  readonly from: number
  readonly to: number
  readonly start: number
  readonly step: number
  readonly weight: number
  readonly blur: number
  readonly stride: number
}

/** Adds light that goes from `now` to `next` over `count` cells. */
function ramp(rgba: Uint8ClampedArray, cell: number, count: number, now: number, slope: number): void {
  let level = now
  for (let end = cell + 4 * count, at = cell; at < end; at += 4) {
    rgba[at] = (rgba[at] ?? 0) + level
    level += slope
  }
}

/** Where no edge lies within the penumbra the light is even: there it is looked up once and not cell by cell. */
function castRow(rgba: Uint8ClampedArray, { across, edges }: Beam, row: Stretch): void {
  const { first, from, to, start, step, weight, blur, stride } = row
  let edge = 0
  for (let x = from; x < to; ) {
    const u = start + x * step
    while (edge < edges.length && (edges[edge] ?? 0) < u - blur) edge += 1
    const next = edges[edge] ?? Number.POSITIVE_INFINITY
    const level = weight * blurred(across, u, blur)
    const flat = Math.min(to - x, Math.floor((next - blur - u) / step))
    const count = flat > 1 ? flat : Math.min(stride, to - x)
    const slope =
      flat > 1 || stride === 1 ? 0 : (weight * blurred(across, u + stride * step, blur) - level) / stride
    ramp(rgba, first + x * 4, count, level, slope)
    x += count
  }
}

/**
 * The light on a floor, or on a wall that the light comes down: adds the opacity 0..255 of the sun to every fourth
 * byte of `rgba`, whose first cell lies at `left` CSS pixels. Row by row the opening is only shifted and scaled, so a
 * row costs one look-up down and one across a cell. `widen` multiplies every penumbra; `stride` is how many cells apart
 * light that wide is computed.
 */
export function castRows(
  rgba: Uint8ClampedArray,
  size: FieldSize,
  rows: Rows,
  left: number,
  light: { beams: readonly Beam[]; strength: number; widen?: number; stride?: number },
): void {
  const { widen = 1, stride = 1 } = light
  for (const beam of light.beams) {
    const soft = widen * (beam.soft ? SOFT_BLUR : 1)
    for (let y = 0; y < size.height; y++) {
      const row = rows((y + 0.5) / size.scale)
      const down = blurred(beam.down, row.v, Math.max(LEAST_SOFTNESS, row.softDown * soft))
      const weight = down * row.strength * light.strength * 255
      if (weight <= LEAST_WEIGHT) continue
      const blur = Math.max(LEAST_SOFTNESS, row.softAcross * soft)
      const step = 1 / (size.scale * row.width)
      const start = (0.5 / size.scale + left - row.left) / row.width
      const from = Math.max(0, Math.floor((-blur - start) / step))
      const to = Math.min(size.width, Math.ceil((1 + blur - start) / step))
      const first = y * size.width * 4 + 3
      if (from < to) castRow(rgba, beam, { first, from, to, start, step, weight, blur, stride })
    }
  }
}
