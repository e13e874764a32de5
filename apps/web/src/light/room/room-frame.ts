import { clamp, type Rect } from '../paint/geometry.ts'
import { AWNING_REACH } from '../wall/apertures.ts'
import type { RoomKind } from './room-scene.ts'

export type RoomSize = { readonly width: number; readonly height: number }

/** The layout of a room, in whole CSS pixels from its top left corner. */
export type RoomFrame = {
  readonly size: RoomSize
  /**
   * The opening in the wall: the window including the depth of the wall, the door with its frame, or the back wall of a pergola.
   */
  readonly hole: Rect
  /** The outer edge of the window frame. */
  readonly casing: Rect
  /** The transparent part: the glass of a window. */
  readonly glass: Rect
  /** The track of the shade: its top is position 0, its bottom position 1. */
  readonly pane: Rect
  /** The place of the moving sky, behind everything else. */
  readonly sky: Rect
  /** The line where wall and floor meet. */
  readonly floorY: number
  /** The position of the viewer: the height of the horizon and the vanishing point. */
  readonly horizonY: number
  readonly vanishX: number
  /** The scale of things compared to a phone. */
  readonly unit: number
}

/** From this width on the room is beside a panel; below it is the top part of a phone screen. */
const WIDE = 560

const rounded = ({ x, y, w, h }: Rect): Rect => ({
  x: Math.round(x),
  y: Math.round(y),
  w: Math.round(w),
  h: Math.round(h),
})

function inset(rect: Rect, side: number, top: number, foot: number): Rect {
  return rounded({ x: rect.x + side, y: rect.y + top, w: rect.w - 2 * side, h: rect.h - top - foot })
}

/** A wall with lamps has no opening: its hole is the part of the wall that they light. */
function lampFrame(size: RoomSize, top: number): RoomFrame {
  const { width, height } = size
  const unit = width >= WIDE ? Math.max(1.3, height / 720) : clamp(height / 590, 0.66, 1)
  const floorY = Math.round(height * 0.8)
  const hole = rounded({ x: width * 0.16, y: top, w: width * 0.68, h: floorY - top })
  return {
    size,
    hole,
    casing: hole,
    glass: hole,
    pane: hole,
    sky: { ...hole, w: 0, h: 0 },
    floorY,
    horizonY: Math.round(floorY - height * 0.34),
    vanishX: Math.round(width / 2),
    unit,
  }
}

function pergolaFrame(size: RoomSize, top: number): RoomFrame {
  const { width, height } = size
  const isWide = width >= WIDE
  const unit = isWide ? 1.3 : 1
  const floorY = Math.round(height * 0.8)
  const w = width * (isWide ? 0.58 : 0.66)
  const y = Math.max(height * 0.37, top + height * 0.2)
  const hole = rounded({ x: (width - w) / 2, y, w, h: floorY - y })
  const horizonY = Math.round(floorY - (floorY - hole.y) * 0.5)
  return {
    size,
    hole,
    casing: hole,
    glass: hole,
    pane: hole,
    sky: { x: 0, y: 0, w: width, h: floorY },
    floorY,
    horizonY,
    vanishX: Math.round(width / 2),
    unit,
  }
}

function wallFrame(kind: RoomKind, size: RoomSize, top: number): RoomFrame {
  const { width, height } = size
  const isWide = width >= WIDE
  const floorY = Math.round(height * (isWide ? 0.83 : 0.784))
  const isDoor = kind === 'home_door'
  const head = Math.max(height * (isWide ? 0.13 : 0.12), top + 12)
  const foot = isDoor ? floorY : floorY - height * (isWide ? 0.075 : 0.085)
  // On a large screen, with the panel beside it, the window is larger.
  const highest = isWide ? Math.max(620, height * 0.58) : 420
  const high = Math.max(80, Math.min(foot - head, highest))
  const unit = (isWide ? 1.3 : 1) * clamp(high / (isWide ? 380 : 300), 0.6, 1)
  const y = isDoor ? floorY - high : foot - high
  // A low room has a wider window, so that its area does not become too small.
  const share = isDoor ? 0.46 : clamp(360 / high, isWide ? 0.8 : 0.76, 1.3)
  const w = Math.min(high * share, width * (isWide || isDoor ? 0.5 : 0.61))
  const middle = isDoor ? 0.5 : isWide ? 0.44 : 0.39
  const hole = rounded({ x: width * middle - w / 2, y, w, h: high })
  const casing = isDoor ? hole : inset(hole, 21 * unit, 19 * unit, 12 * unit)
  const edge = 6 * unit
  const glass = isDoor ? inset(hole, 12 * unit, 12 * unit, 0) : inset(casing, edge, edge + 18 * unit, edge)
  const pane = kind === 'awning' ? { ...glass, h: Math.round(glass.h * AWNING_REACH) } : glass
  return {
    size,
    hole,
    casing,
    glass,
    pane,
    sky: glass,
    floorY,
    horizonY: Math.round(floorY - (isWide ? height * 0.32 : height * 0.36)),
    vanishX: Math.round(isDoor ? width / 2 : hole.x + hole.w * 0.55),
    unit,
  }
}

/**
 * The layout of a room of `size`. The first `top` CSS pixels are left for text over the wall. Drag area, ruler and badge belong
 * over `pane`.
 */
export function roomFrameOf(kind: RoomKind, size: RoomSize, top = 0): RoomFrame {
  if (kind === 'light') return lampFrame(size, top)
  return kind === 'pergola' ? pergolaFrame(size, top) : wallFrame(kind, size, top)
}
