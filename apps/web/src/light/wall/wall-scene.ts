import { fillDownwards, fillRect, fillSidewards, type Surface } from '../paint/brush.ts'
import { css, mix, SOOT } from '../paint/colour.ts'
import type { Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { apertures } from './apertures.ts'
import { patch } from './patch.ts'
import type { Projection } from './patch-field.ts'
import { plaster } from './plaster.ts'

/** An empty wall with the light of an invisible window: the place of the patch, and the blind in that window. */
export type WallScene = {
  /** The patch before shearing, in CSS pixels. */
  readonly patch: Rect
  /** How far the blind is down (0..1) and its tilt in degrees. */
  readonly position: number
  readonly tilt: number
}

const FALL = 0.2
/** Its edges are soft, so fewer cells than pixels are enough, and a moving blind stays smooth. */
const DETAIL = 0.6
const BARS = {
  across: [{ from: 0.49, to: 0.512 }],
  down: [{ from: 0.62, to: 0.632 }],
} as const

const shear = (rect: Rect): Projection => ({
  width: rect.w,
  height: rect.h,
  column: (x) => {
    const u = (x - rect.x) / rect.w
    return {
      u,
      head: rect.y + (x - rect.x) * FALL,
      penumbra: rect.w * (0.004 + 0.02 * Math.min(1, Math.max(0, u))),
      strength: 1 - 0.2 * Math.min(1, Math.max(0, u)),
    }
  },
})

/** The sun through the window of a scene, on a wall that is drawn already. */
export function paintWallPatch(
  surface: Surface,
  wall: Rect,
  { patch: place, position, tilt }: WallScene,
  { sun, sunStrength }: Palette,
): void {
  const list = apertures('venetian_blind', position, tilt)
  const light = { apertures: list, bars: BARS, colour: sun, strength: sunStrength, halo: 0.45 }
  patch(surface, wall, shear(place), light, DETAIL)
}

/** Draws a wall with light on it, behind the introduction of a page. */
export function drawWall(surface: Surface, wall: Rect, scene: WallScene, palette: Palette): void {
  const { context } = surface
  const light = 1 - 0.5 * scene.position
  const ambient = mix(palette.shade, palette.lit, light)
  fillRect(context, wall, css(ambient))
  fillSidewards(context, wall, [
    [0, css(mix(ambient, SOOT, palette.isDark ? 0.3 : 0.14))],
    [0.5, css(ambient, 0)],
    [1, css(mix(ambient, SOOT, 0.1))],
  ])
  fillDownwards(context, wall, [
    [0, css(SOOT, palette.isDark ? 0.3 : 0.1)],
    [0.5, css(SOOT, 0)],
    [1, css(SOOT, palette.isDark ? 0.2 : 0)],
  ])
  paintWallPatch(surface, wall, scene, palette)
  plaster(context, wall, palette.isDark ? 0.06 : 0.09)
  plaster(context, wall, palette.isDark ? 0.07 : 0.1, 3.3)
}
