import type { Surface } from '../../paint/brush.ts'
import type { Rect } from '../../paint/geometry.ts'
import type { Palette } from '../../paint/palette.ts'
import type { RoomFrame } from '../room-frame.ts'
import type { WindowKind } from '../room-scene.ts'
import { drawAwning } from './awning.ts'
import { drawFalcon } from './falcon.ts'
import { drawInsect } from './insect.ts'
import { drawRoller } from './roller.ts'
import { drawTextile } from './textile.ts'
import { drawVenetian } from './venetian.ts'

/** A shade in the window of a room: its lower edge in CSS pixels, its tilt in degrees. */
export type Hanging = {
  readonly glass: Rect
  readonly position: number
  readonly foot: number
  readonly tilt: number
  readonly unit: number
}

export type DrawHanging = (surface: Surface, hanging: Hanging, palette: Palette) => void

const DRAW: Record<WindowKind, DrawHanging> = {
  roller_shutter: drawRoller,
  venetian_blind: drawVenetian,
  textile_screen: drawTextile,
  insect_screen: drawInsect,
  falcon: drawFalcon,
  awning: drawAwning,
}

/** Draws the shade into the glass of its window; `position` is 0..1 of the pane, `tilt` in degrees. */
export function drawShade(
  surface: Surface,
  kind: WindowKind,
  { glass, pane, unit }: RoomFrame,
  hang: { readonly position: number; readonly tilt: number },
  palette: Palette,
): void {
  // Rounded to a whole device pixel, so that edges at rest are sharp.
  const foot = Math.round((pane.y + hang.position * pane.h) * surface.scale) / surface.scale
  if (foot - glass.y < 0.5) return
  DRAW[kind](surface, { glass, foot, unit, ...hang }, palette)
}
