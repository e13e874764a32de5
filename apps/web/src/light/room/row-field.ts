import type { Aperture } from '../apertures.ts'
import { type Bars, beamsOf, blurred, CELLS, type FieldSize, SOFT_BLUR } from '../patch-field.ts'

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

/** How one row of one beam is laid: which cells, and how bright. */
type Stretch = { readonly from: number; readonly to: number; readonly start: number; readonly step: number }

function castRow(
  rgba: Uint8ClampedArray,
  first: number,
  { from, to, start, step }: Stretch,
  across: Float64Array,
  weight: number,
  blur: number,
  stride: number,
): void {
  let cell = first + from * 4 + 3
  let now = weight * blurred(across, start + from * step, blur)
  for (let x = from; x < to; x += stride) {
    const next = weight * blurred(across, start + (x + stride) * step, blur)
    const end = Math.min(stride, to - x)
    for (let part = 0; part < end; part++) {
      rgba[cell] = (rgba[cell] ?? 0) + now + ((next - now) * part) / stride
      cell += 4
    }
    now = next
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
  light: {
    apertures: readonly Aperture[]
    bars: Bars
    strength: number
    widen?: number
    stride?: number
  },
): void {
  const { widen = 1, stride = 1 } = light
  for (const beam of beamsOf(light.apertures, light.bars)) {
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
      if (from < to) {
        castRow(rgba, y * size.width * 4, { from, to, start, step }, beam.across, weight, blur, stride)
      }
    }
  }
}
