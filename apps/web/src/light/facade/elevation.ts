import type { Rect } from '../paint/geometry.ts'

/** The drawn front of a house, in CSS pixels: the size of the whole picture, and the wall with its plinth. */
export interface Elevation {
  readonly width: number
  readonly height: number
  readonly wall: Rect
}

/** How many times as wide as high a wall is. It never changes, so that a window keeps its shape at every size. */
export const WALL_ASPECT = 2
/** Around the wall, as shares of its height: the roof with some sky, the ground, and each side. */
const ABOVE = 0.42
const BELOW = 0.13
const BESIDE = 0.14
/** A window is never narrower than this, in CSS pixels; a picture that is larger than its frame is scrolled. */
const LEAST_WINDOW = 28
/** On a phone a window is as wide as a finger, where the house then is no higher than its frame. */
const FINGER = 44
/** The share of an upright frame that such a house fills at least. */
const UPRIGHT_SHARE = 0.6
/** The share of the free height that is sky. */
const SKY_SHARE = 0.74

/**
 * The largest house that fits into a frame, or a larger one if its narrowest window would be too narrow. `narrowest` is the width
 * of that window as a share of the wall.
 */
export function elevationOf(frame: { width: number; height: number }, narrowest: number): Elevation {
  const highest = frame.height / (1 + ABOVE + BELOW)
  const fitting = Math.min(frame.width / (WALL_ASPECT + 2 * BESIDE), highest)
  const highFor = (window: number) => (narrowest > 0 ? window / (narrowest * WALL_ASPECT) : 0)
  const upright =
    fitting < Math.min(highest, highFor(FINGER))
      ? Math.min(highest, Math.max(highFor(FINGER), highest * UPRIGHT_SHARE))
      : 0
  const h = Math.max(fitting, upright, highFor(LEAST_WINDOW))
  const w = h * WALL_ASPECT
  const width = Math.max(frame.width, w + 2 * BESIDE * h)
  const height = Math.max(frame.height, h * (1 + ABOVE + BELOW))
  const free = height - h * (1 + ABOVE + BELOW)
  return { width, height, wall: { x: (width - w) / 2, y: h * ABOVE + free * SKY_SHARE, w, h } }
}

/** The place of a window in the picture, from its shares of the wall. */
export const holeIn = ({ wall }: Pick<Elevation, 'wall'>, { x, y, w, h }: Rect): Rect => ({
  x: wall.x + x * wall.w,
  y: wall.y + y * wall.h,
  w: w * wall.w,
  h: h * wall.h,
})
