import type { Surface } from '../paint/brush.ts'
import type { Rect } from '../paint/geometry.ts'
import type { Aperture } from '../wall/apertures.ts'
import { type Bars, beamsOf } from '../wall/patch-field.ts'
import { castRows, type Rows } from './row-field.ts'

/** A surface that the sun falls on: where it lies, how light lands on it, and how it looks in the sun. */
export type LitSurface = {
  readonly rect: Rect
  readonly rows: Rows
  /** Names the picture that `paint` makes. */
  readonly key: string
  readonly paint: (surface: Surface) => void
}

/** Light through an opening; strength is that of the sun, 0..1. */
export type SunBeam = {
  readonly apertures: readonly Aperture[]
  readonly bars: Bars
  readonly strength: number
  /** What bounces off around the patch, 0..1. */
  readonly halo: number
}

/** Light that bounced is this much softer, and so smooth that only every so many cells are computed. */
const HALO_WIDEN = 8
const HALO_STRIDE = 8
/** A coarse picture for the frames under a hand and a fine one for rest, of two rooms and two times of day. */
const KEPT = 8

/** The last byte of a pixel is its opacity, and the bytes of a word come last byte first. */
const OPACITY_GONE = 0x00ffffff

const pictures = new Map<string, ImageData>()

/** The surface in the sun as pixels of which only the opacity will change: drawn once, kept while it is used. */
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
 * Lays the sun on a surface that fills its canvas: the surface as it looks in the sun is seen only where light gets
 * through, so that its grain and its joints stay. Every pixel is computed once and put there; nothing is blended.
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
