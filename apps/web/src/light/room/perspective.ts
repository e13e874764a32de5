import { clamp, type Point, type Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import type { RoomFrame } from './room-frame.ts'
import type { LitRow, Rows } from './row-field.ts'

/** The distance of the viewer from the wall, in CSS pixels of the wall. */
const EYE_DISTANCE = 900
/** Nothing closer to the viewer than this is drawn, because it would become infinitely large. */
export const NEAREST = EYE_DISTANCE * 0.74

/** Half the width of the sharpest edge of a shadow. */
const LEAST_PENUMBRA = 0.6
/** Light becomes weaker with distance: by this share from the bottom to the top of an opening. */
const FALL_OFF = 0.2

type Eye = Pick<RoomFrame, 'floorY' | 'horizonY' | 'vanishX'>
/** How the light falls at one time of day. */
type Sun = Pick<Palette, 'floorDepth' | 'floorDrift' | 'penumbra'>

/** The screen position of the point (`x`, `y`) of the wall plane when it is moved `depth` into the room. */
export function seen(eye: Eye, x: number, y: number, depth: number): Point {
  const nearness = EYE_DISTANCE / (EYE_DISTANCE - depth)
  return [eye.vanishX + (x - eye.vanishX) * nearness, eye.horizonY + (y - eye.horizonY) * nearness]
}

/** The depth of the floor row that is `y` below the foot of the wall on the screen, and its scale. */
function floorDepth(eye: Eye, y: number): { depth: number; nearness: number } {
  const height = eye.floorY - eye.horizonY
  const nearness = (height + y) / height
  return { depth: EYE_DISTANCE * (1 - 1 / nearness), nearness }
}

const penumbraAt = (palette: Sun, length: number): number =>
  LEAST_PENUMBRA + (palette.penumbra * Math.max(0, length)) / 100

/** How the light of an opening falls on the floor in front of it. */
export function floorRows(eye: Eye, opening: Rect, palette: Sun): Rows {
  return (y): LitRow => {
    const { depth, nearness } = floorDepth(eye, y)
    const height = depth / palette.floorDepth
    const v = (eye.floorY - height - opening.y) / opening.h
    const soft = penumbraAt(palette, height)
    const left = opening.x + height * palette.floorDrift
    return {
      v,
      left: eye.vanishX + (left - eye.vanishX) * nearness,
      width: opening.w * nearness,
      softDown: soft / opening.h,
      softAcross: soft / opening.w,
      strength: 1 - FALL_OFF * clamp(1 - v),
    }
  }
}

/** The roof of a pergola: it extends `depth` from the top of its back wall. */
export type Roof = { readonly wall: Rect; readonly depth: number }

/** Louvers are smaller and closer to their shadow than a window, so their shadow is sharper. */
const ROOF_SHARPNESS = 0.42

/** How the light through the roof falls on the back wall; the first row is at the top of the wall. */
export function backWallRows({ wall, depth }: Roof, palette: Sun): Rows {
  return (drop): LitRow => {
    const soft = ROOF_SHARPNESS * penumbraAt(palette, drop)
    return {
      v: (drop * palette.floorDepth) / depth,
      left: wall.x + drop * palette.floorDrift,
      width: wall.w,
      softDown: (soft * palette.floorDepth) / depth,
      softAcross: soft / wall.w,
      strength: 1 - FALL_OFF * clamp(drop / wall.h),
    }
  }
}

/** How the light through the roof falls on the floor in front of the back wall. */
export function terraceRows(eye: Eye, { wall, depth }: Roof, palette: Sun): Rows {
  const left = wall.x + wall.h * palette.floorDrift
  return (y): LitRow => {
    const floor = floorDepth(eye, y)
    const soft = ROOF_SHARPNESS * penumbraAt(palette, wall.h)
    return {
      v: (floor.depth + wall.h * palette.floorDepth) / depth,
      left: eye.vanishX + (left - eye.vanishX) * floor.nearness,
      width: wall.w * floor.nearness,
      softDown: (soft * palette.floorDepth) / depth,
      softAcross: soft / wall.w,
      strength: 1 - FALL_OFF,
    }
  }
}
