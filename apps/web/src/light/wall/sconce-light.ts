import type { Rgb } from '../paint/colour.ts'
import { clamp, type Point, type Rect } from '../paint/geometry.ts'
import { cachedLayer } from '../paint/layers.ts'
import { seeded } from './plaster.ts'

/** A wall lamp that shines up and down: half its height, the distance of its bulb from the wall, and its color. */
export type Sconce = { readonly half: number; readonly away: number; readonly colour: Rgb }

/** The tangent of half the angle of the light cone, and the softness of its edge. */
const CONE = 0.62
const EDGE = 0.3
/** Cells per CSS pixel; a low resolution is enough, because the light has no sharp edges. */
const DETAIL = 0.5

/**
 * The light 0..1 at `across` and `along` CSS pixels from the lamp. The cone meets the wall in a hyperbola, and the light
 * decreases with the square of the distance.
 */
export function sconceLight({ half, away }: Sconce, across: number, along: number): number {
  const way = Math.abs(along) - half * 0.4
  if (way <= 0) return 0
  const aside = Math.hypot(across, away)
  const edge = clamp((CONE + EDGE - aside / way) / EDGE)
  const inside = edge * edge * (3 - 2 * edge)
  const length = Math.hypot(aside, way)
  return inside * Math.min(1, (half * 1.5) / length) ** 1.25 * clamp(1.25 - length / 620)
}

/** Paints the light of a sconce at `at` on a wall, with noise that is finer than one step of opacity, to avoid visible bands. */
export function paintSconceLight(
  context: CanvasRenderingContext2D,
  wall: Rect,
  at: Point,
  sconce: Sconce,
): void {
  const size = { width: wall.w, height: wall.h, scale: DETAIL }
  const key = `sconce ${at} ${sconce.half} ${sconce.colour}`
  const picture = cachedLayer(key, size, (target) => {
    const { width, height } = target.canvas
    const image = target.createImageData(width, height)
    const random = seeded(31)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const light = sconceLight(sconce, x / DETAIL - at[0], y / DETAIL - at[1])
        const alpha = light * 225 + random() - 0.5
        image.data.set([...sconce.colour, light > 0 ? alpha : 0], (y * width + x) * 4)
      }
    }
    target.putImageData(image, 0, 0)
  })
  if (picture) context.drawImage(picture, wall.x, wall.y, wall.w, wall.h)
}
