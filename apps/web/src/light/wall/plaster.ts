import { lerp, type Rect } from '../paint/geometry.ts'

const TILE = 256

/** Park and Miller's random number generator, so that the wall is always the same. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Smooth value noise with `knots` knots per side that repeats at the edge of the tile, -0.5..0.5. */
function octave(random: () => number, knots: number): (x: number, y: number) => number {
  const values = Array.from({ length: knots * knots }, random)
  const knot = (x: number, y: number): number => values[(y % knots) * knots + (x % knots)] ?? 0
  const ease = (t: number): number => t * t * (3 - 2 * t)
  return (x, y) => {
    const column = Math.floor((x / TILE) * knots)
    const row = Math.floor((y / TILE) * knots)
    const across = ease((x / TILE) * knots - column)
    const down = ease((y / TILE) * knots - row)
    const top = lerp(knot(column, row), knot(column + 1, row), across)
    const foot = lerp(knot(column, row + 1), knot(column + 1, row + 1), across)
    return lerp(top, foot, down) - 0.5
  }
}

/** The heights of the plaster, about -0.4..0.4, row by row. */
function relief(): Float32Array {
  const random = seeded(7)
  const trowel = [
    { noise: octave(random, 4), weight: 0.24 },
    { noise: octave(random, 13), weight: 0.18 },
    { noise: octave(random, 47), weight: 0.16 },
  ]
  const heights = new Float32Array(TILE * TILE)
  for (let index = 0; index < heights.length; index++) {
    const x = index % TILE
    const y = Math.floor(index / TILE)
    let height = (random() - 0.5) * 0.24
    for (const { noise, weight } of trowel) height += noise(x, y) * weight
    heights[index] = height
  }
  return heights
}

let tile: HTMLCanvasElement | null = null

/** Prepares the plaster texture in advance, because computing it takes long. */
export const preparePlaster = (): void => void plasterTile()

/** The texture is white where the plaster is high and dark where it is low, so that it works on any color. */
function plasterTile(): HTMLCanvasElement {
  if (tile) return tile
  const canvas = document.createElement('canvas')
  canvas.width = TILE
  canvas.height = TILE
  const context = canvas.getContext('2d')
  if (context) {
    const image = context.createImageData(TILE, TILE)
    const { data } = image
    const heights = relief()
    for (let index = 0; index < heights.length; index++) {
      const height = heights[index] ?? 0
      const pixel = index * 4
      data.fill(height > 0 ? 255 : 0, pixel, pixel + 3)
      data[pixel + 3] = Math.min(255, Math.abs(height) * 255)
    }
    context.putImageData(image, 0, 0)
  }
  tile = canvas
  return canvas
}

/**
 * Draws the plaster texture over `rect`. `depth` 0..1 is its roughness; `coarseness` is the scale of the tile, so that two layers
 * of different scales hide each other's seams on a large wall.
 */
export function plaster(context: CanvasRenderingContext2D, rect: Rect, depth: number, coarseness = 1): void {
  const pattern = context.createPattern(plasterTile(), 'repeat')
  if (!pattern) return
  pattern.setTransform(new DOMMatrix().scaleSelf(coarseness))
  context.save()
  context.globalAlpha = depth
  context.fillStyle = pattern
  context.fillRect(rect.x, rect.y, rect.w, rect.h)
  context.restore()
}
