import type { Aperture } from '../apertures.ts'
import type { Surface } from '../brush.ts'
import type { Rect } from '../geometry.ts'
import { cachedLayer, scratch } from '../layers.ts'
import type { Bars } from '../patch-field.ts'
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

const HALO_SCALE = 1 / 8
const HALO_WIDEN = 8

const fieldByName = new Map<string, ImageData>()

/** An image of nothing, one per name, re-used by every frame. */
function emptyField(
  context: CanvasRenderingContext2D,
  name: string,
  width: number,
  height: number,
): ImageData {
  const known = fieldByName.get(name)
  if (known?.width === width && known.height === height) {
    new Uint32Array(known.data.buffer).fill(0)
    return known
  }
  const made = context.createImageData(width, height)
  fieldByName.set(name, made)
  return made
}

function mask(surface: Surface, lit: LitSurface, beam: SunBeam, scale: number): void {
  const { rect } = lit
  const width = Math.ceil(rect.w * scale)
  const height = Math.ceil(rect.h * scale)
  const isHalo = scale === HALO_SCALE
  const name = isHalo ? 'halo of a room' : 'patch of a room'
  const layer = scratch(name, width, height)
  if (!layer) return
  const image = emptyField(layer.context, name, width, height)
  const rows = (y: number) => {
    const row = lit.rows(y)
    return { ...row, left: row.left - rect.x }
  }
  castRows(image.data, { width, height, scale }, rows, {
    apertures: beam.apertures,
    bars: beam.bars,
    strength: beam.strength * (isHalo ? beam.halo : 1),
    widen: isHalo ? HALO_WIDEN : 1,
  })
  layer.context.putImageData(image, 0, 0)
  const { context } = surface
  context.drawImage(layer.canvas, 0, 0, width, height, rect.x, rect.y, width / scale, height / scale)
}

/**
 * Lays the sun on a surface: the surface as it looks in the sun is seen only where light gets through, so that its
 * grain and its joints stay. `detail` is cells per CSS pixel. What was drawn within the surface before is lost.
 */
export function paintSunlight(surface: Surface, lit: LitSurface, beam: SunBeam, detail: number): void {
  if (beam.apertures.length === 0) return
  const { rect } = lit
  const { context, scale } = surface
  const picture = cachedLayer(lit.key, { width: rect.w, height: rect.h, scale }, (target) => {
    target.translate(-rect.x, -rect.y)
    lit.paint({ context: target, scale })
  })
  if (!picture) return
  context.save()
  context.beginPath()
  context.rect(rect.x, rect.y, rect.w, rect.h)
  context.clip()
  if (beam.halo > 0) mask(surface, lit, beam, HALO_SCALE)
  mask(surface, lit, beam, detail)
  context.globalCompositeOperation = 'source-in'
  context.drawImage(picture, rect.x, rect.y, rect.w, rect.h)
  context.restore()
}
