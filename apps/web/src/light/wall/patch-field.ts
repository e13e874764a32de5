import { clamp } from '../paint/geometry.ts'
import type { Aperture, Span } from './apertures.ts'

/** How the sun lights one column of the wall; all lengths are in CSS pixels. */
type Column = {
  /** The horizontal place 0..1 in the opening whose light reaches this column; outside of 0..1 the column is in shadow. */
  readonly u: number
  /** The y coordinate at which the top of the opening is projected. */
  readonly head: number
  /** Half the width of the penumbra: shadows become softer with the length of the ray. */
  readonly penumbra: number
  /** The strength of the light at this column, 0..1. */
  readonly strength: number
}

/** How an opening is projected onto a wall; all lengths are in CSS pixels. */
export type Projection = {
  /** Height of the projected opening. */
  readonly height: number
  /** Width of the projected opening on the wall. */
  readonly width: number
  readonly column: (x: number) => Column
}

/** Glazing bars: the dark parts of the frame, horizontally and vertically. */
export type Bars = { readonly across: readonly Span[]; readonly down: readonly Span[] }

export const NO_BARS: Bars = { across: [], down: [] }
/** A window of two sashes with a transom. */
export const WINDOW_BARS: Bars = {
  across: [{ from: 0.485, to: 0.515 }],
  down: [{ from: 0.36, to: 0.375 }],
}

/** The number of cells of a light profile, from top to bottom and from side to side. */
export const CELLS = 1024
const BAR_SHADOW = 0.94
export const SOFT_BLUR = 2.4
const SOFT_LEAST_PX = 7

/** Adds a span to a profile, with partial values in the cells at its ends. */
function addSpan(cells: Float64Array, span: Span, amount: number): void {
  const from = clamp(span.from) * CELLS
  const to = clamp(span.to) * CELLS
  for (let cell = Math.floor(from); cell < Math.min(CELLS, Math.ceil(to)); cell++) {
    cells[cell] = (cells[cell] ?? 0) + amount * (Math.min(to, cell + 1) - Math.max(from, cell))
  }
}

const cells = new Float64Array(CELLS)
const shadow = new Float64Array(CELLS)

/** The profile of `spans`, summed twice: with three look-ups it gives the light under a penumbra of any width. */
function profile(spans: readonly { span: Span; amount: number }[], bars: readonly Span[]): Float64Array {
  cells.fill(0)
  shadow.fill(0)
  for (const { span, amount } of spans) addSpan(cells, span, amount)
  for (const bar of bars) addSpan(shadow, bar, BAR_SHADOW)
  const twice = new Float64Array(CELLS + 1)
  let once = 0
  for (let cell = 0; cell < CELLS; cell++) {
    const amount = (cells[cell] ?? 0) * (1 - (shadow[cell] ?? 0))
    // Sampled in the middle of the cell: a profile that is constant within a cell is linear in its first sum.
    twice[cell + 1] = (twice[cell] ?? 0) + (once + amount / 2) / CELLS
    once += amount
  }
  return twice
}

/** The sorted places at which a profile changes; between them it is constant. */
const edgesOf = (...lists: readonly (readonly Span[])[]): number[] =>
  lists.flatMap((spans) => spans.flatMap(({ from, to }) => [from, to])).sort((a, b) => a - b)

function at(sum: Float64Array, place: number): number {
  if (place <= 0) return 0
  const cell = place * CELLS
  const low = Math.floor(cell)
  if (low >= CELLS) {
    const end = sum[CELLS] ?? 0
    return end + (end - (sum[CELLS - 1] ?? 0)) * (cell - CELLS)
  }
  const below = sum[low] ?? 0
  return below + ((sum[low + 1] ?? 0) - below) * (cell - low)
}

/** The light at `place` under a triangular penumbra of half-width `blur`, both as shares of the opening. */
export const blurred = (sum: Float64Array, place: number, blur: number): number =>
  (at(sum, place + blur) - 2 * at(sum, place) + at(sum, place - blur)) / (blur * blur * CELLS)

/** Light of one softness, as profiles across and down the opening. `edges` are the places at which the profile across changes. */
export type Beam = {
  readonly across: Float64Array
  readonly down: Float64Array
  readonly edges: readonly number[]
  readonly soft: boolean
}

/** Combines apertures with the same horizontal spans and softness into one beam. */
export function beamsOf(apertures: readonly Aperture[], bars: Bars): Beam[] {
  const groups = new Map<string, Aperture[]>()
  for (const aperture of apertures) {
    const key = `${aperture.soft} ${aperture.across.map((span) => `${span.from}-${span.to}`).join(' ')}`
    groups.set(key, [...(groups.get(key) ?? []), aperture])
  }
  return [...groups.values()].map((group) => ({
    across: profile(
      (group[0]?.across ?? []).map((span) => ({ span, amount: 1 })),
      bars.across,
    ),
    down: profile(
      group.flatMap(({ down, strength }) => down.map((span) => ({ span, amount: strength }))),
      bars.down,
    ),
    edges: edgesOf(group[0]?.across ?? [], bars.across),
    soft: group[0]?.soft ?? false,
  }))
}

/** The size of a field in cells, and the number of cells per CSS pixel. */
export type FieldSize = { readonly width: number; readonly height: number; readonly scale: number }

/**
 * The light on a wall: adds the opacity 0..255 of the sun to every fourth byte of `rgba`, which has `size.width * size.height`
 * cells. Each cell is the integral of the passing light over the disc of the sun as seen from there, approximated by a triangle.
 * `spread` widens every penumbra (CSS pixels).
 */
export function castLight(
  rgba: Uint8ClampedArray,
  size: FieldSize,
  projection: Projection,
  light: { apertures: readonly Aperture[]; bars: Bars; strength: number; spread?: number },
): void {
  for (const beam of beamsOf(light.apertures, light.bars)) {
    for (let x = 0; x < size.width; x++) {
      const column = projection.column((x + 0.5) / size.scale)
      const penumbra =
        (beam.soft ? Math.max(SOFT_LEAST_PX, column.penumbra * SOFT_BLUR) : column.penumbra) +
        (light.spread ?? 0)
      const across = blurred(beam.across, column.u, penumbra / projection.width)
      const weight = across * column.strength * light.strength * 255
      if (weight > 0.4)
        castColumn(rgba, size, x, { ...column, penumbra }, projection.height, beam.down, weight)
    }
  }
}

/** Adds the light of one beam to the cells of a column that its patch and penumbra can reach. */
function castColumn(
  rgba: Uint8ClampedArray,
  { width, height, scale }: FieldSize,
  x: number,
  { head, penumbra }: Column,
  patchHeight: number,
  down: Float64Array,
  weight: number,
): void {
  const from = Math.max(0, Math.floor((head - penumbra) * scale - 0.5))
  const to = Math.min(height, Math.ceil((head + patchHeight + penumbra) * scale + 0.5))
  const blur = penumbra / patchHeight
  let cell = (from * width + x) * 4 + 3
  for (let y = from; y < to; y++) {
    const place = ((y + 0.5) / scale - head) / patchHeight
    rgba[cell] = (rgba[cell] ?? 0) + weight * blurred(down, place, blur)
    cell += width * 4
  }
}
