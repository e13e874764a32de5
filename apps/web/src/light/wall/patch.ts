import type { Surface } from '../paint/brush.ts'
import { css, type Rgb } from '../paint/colour.ts'
import type { Rect } from '../paint/geometry.ts'
import { scratch } from '../paint/layers.ts'
import type { Aperture } from './apertures.ts'
import { type Bars, castLight, type Projection } from './patch-field.ts'

/** Light through an opening with its color and strength (0..1). */
export type SunLight = {
  readonly apertures: readonly Aperture[]
  readonly bars: Bars
  readonly colour: Rgb
  readonly strength: number
  /** The strength of the reflected light around the patch, 0..1. */
  readonly halo: number
}

const HALO_SCALE = 1 / 8
const HALO_SPREAD_PX = 22

let field: ImageData | null = null

/** One image that all cards share: an empty field of the requested size in the color of the sun. */
function blankField(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  colour: Rgb,
): ImageData {
  if (field?.width !== width || field.height !== height) field = context.createImageData(width, height)
  const words = new Uint32Array(field.data.buffer)
  const [red, green, blue] = colour
  words.fill((Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red))
  return field
}

function lay(
  surface: Surface,
  wall: Rect,
  projection: Projection,
  light: SunLight,
  scale: number,
  spread: number,
): void {
  const width = Math.ceil(wall.w * scale)
  const height = Math.ceil(wall.h * scale)
  const layer = scratch(spread > 0 ? 'halo' : 'patch', width, height)
  if (!layer) return
  const image = blankField(layer.context, width, height, light.colour)
  castLight(image.data, { width, height, scale }, projection, {
    apertures: light.apertures,
    bars: light.bars,
    strength: light.strength * (spread > 0 ? light.halo : 1),
    spread,
  })
  layer.context.putImageData(image, 0, 0)
  const { context } = surface
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'low'
  context.drawImage(layer.canvas, 0, 0, width, height, wall.x, wall.y, width / scale, height / scale)
}

/**
 * Draws `light` on `wall`. The coordinates of the projection start at the corner of the wall. `detail` is the number of cells per
 * CSS pixel.
 */
export function patch(
  surface: Surface,
  wall: Rect,
  projection: Projection,
  light: SunLight,
  detail: number,
): void {
  if (light.apertures.length === 0) return
  if (light.halo > 0) lay(surface, wall, projection, light, HALO_SCALE, HALO_SPREAD_PX)
  lay(surface, wall, projection, light, detail, 0)
}

/** Hatching for an unknown state. */
export function hatch(surface: Surface, rect: Rect, colour: Rgb, alpha: number, pitch = 7): void {
  const { context } = surface
  context.save()
  context.beginPath()
  context.rect(rect.x, rect.y, rect.w, rect.h)
  context.clip()
  context.strokeStyle = css(colour, alpha)
  context.lineWidth = 0.75
  context.beginPath()
  for (let x = rect.x - rect.h; x < rect.x + rect.w; x += pitch) {
    context.moveTo(x, rect.y + rect.h)
    context.lineTo(x + rect.h, rect.y)
  }
  context.stroke()
  context.restore()
}
