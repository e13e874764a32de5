import { type Beam, blurred, CELLS, type FieldSize, SOFT_BLUR } from '../wall/patch-field.ts'

/** One row of a lit surface; all lengths are in CSS pixels of the room. */
export type LitRow = {
  /** The vertical place 0..1 in the opening whose light reaches this row. */
  readonly v: number
  /** Where the left edge of the opening falls on this row, and how wide the opening is there. */
  readonly left: number
  readonly width: number
  /**
   * Half the penumbra as a share of the opening, vertically and horizontally: shadows become softer with the length of the ray.
   */
  readonly softDown: number
  readonly softAcross: number
  /** The strength of the light at this row, 0..1. */
  readonly strength: number
}

/** The row whose middle is `y` CSS pixels below the top of the surface. */
export type Rows = (y: number) => LitRow

/** A smaller penumbra than one cell of the profile would only show rounding errors. */
const LEAST_SOFTNESS = 1.5 / CELLS
/** Weaker light than this is not visible: one step of 255. */
const LEAST_WEIGHT = 0.4

/** How one row of one beam is filled: which cells, their place in the opening, and their brightness. */
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

/** Adds light that starts at `now` and changes by `slope` per cell, over `count` cells. */
function ramp(rgba: Uint8ClampedArray, cell: number, count: number, now: number, slope: number): void {
  let level = now
  for (let end = cell + 4 * count, at = cell; at < end; at += 4) {
    rgba[at] = (rgba[at] ?? 0) + level
    level += slope
  }
}

/** Where no edge lies within the penumbra the light is uniform, so it is looked up once for many cells. */
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
 * The light on a floor, or on a wall that is lit from above: adds the opacity 0..255 of the sun to every fourth byte of `rgba`,
 * whose first cell is at `left` CSS pixels. In each row the opening is only shifted and scaled, so a row needs one vertical
 * look-up and one horizontal look-up per cell. `widen` multiplies every penumbra; `stride` is the distance in cells at which such
 * soft light is computed.
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
