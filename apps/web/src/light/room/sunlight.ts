import type { Surface } from '../paint/brush.ts'
import type { Rect } from '../paint/geometry.ts'
import type { Aperture } from '../wall/apertures.ts'
import { type Bars, beamsOf } from '../wall/patch-field.ts'
import { castRows, type Rows } from './row-field.ts'

/** A surface in the sun: its place, how light falls on it, and how it looks in the sun. */
export type LitSurface = {
  readonly rect: Rect
  readonly rows: Rows
  /** Names everything that the picture of `paint` depends on. */
  readonly key: string
  readonly paint: (surface: Surface) => void
}

/** Light through an opening; the strength is that of the sun, 0..1. */
export type SunBeam = {
  readonly apertures: readonly Aperture[]
  readonly bars: Bars
  readonly strength: number
  /** The strength of the reflected light around the patch, 0..1. */
  readonly halo: number
}

/** Reflected light is this much softer. It is so smooth that only one in `HALO_STRIDE` cells is computed. */
const HALO_WIDEN = 8
const HALO_STRIDE = 8
/** Cached pictures: a coarse one for frames during a drag and a fine one at rest, for two rooms and two times of day. */
const KEPT = 8

/** A mask that clears the opacity. Opacity is the last byte of a pixel, which is the highest byte of a little-endian word. */
const OPACITY_GONE = 0x00ffffff

const pictures = new Map<string, ImageData>()

/** The surface in the sun as pixels of which only the opacity changes. Drawn once and cached while it is used. */
function pixelsOf(lit: LitSurface, width: number, height: number, scale: number): ImageData | null {
  const key = `${lit.key} ${width}x${height}`
  const known = pictures.get(key)
  pictures.delete(key)
  const made = known ?? drawPixels(lit, width, height, scale)
  if (!made) return null
  pictures.set(key, made)
  const oldest = pictures.keys().next()
  if (pictures.size > KEPT && !oldest.done) pictures.delete(oldest.value)
  return made
}

function drawPixels(
  { rect, paint }: LitSurface,
  width: number,
  height: number,
  scale: number,
): ImageData | null {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.setTransform(scale, 0, 0, scale, -rect.x * scale, -rect.y * scale)
  paint({ context, scale })
  return context.getImageData(0, 0, width, height)
}

/**
 * Draws the sunlight on a surface that fills its canvas. The picture of the surface in the sun is only visible where light passes
 * through, so its grain and joints stay visible. Every pixel is computed and written once, without blending.
 */
export function paintSunlight({ context, scale }: Surface, lit: LitSurface, beam: SunBeam): void {
  if (beam.apertures.length === 0) return
  const { width, height } = context.canvas
  const image = pixelsOf(lit, width, height, scale)
  if (!image) return
  const { data } = image
  const words = new Uint32Array(data.buffer)
  for (let cell = 0; cell < words.length; cell++) words[cell] = (words[cell] ?? 0) & OPACITY_GONE
  const size = { width, height, scale }
  const light = { beams: beamsOf(beam.apertures, beam.bars), strength: beam.strength }
  castRows(data, size, lit.rows, lit.rect.x, light)
  if (beam.halo > 0) {
    const halo = { ...light, strength: beam.strength * beam.halo, widen: HALO_WIDEN, stride: HALO_STRIDE }
    castRows(data, size, lit.rows, lit.rect.x, halo)
  }
  context.putImageData(image, 0, 0)
}
