import type { Surface } from '../../paint/brush.ts'
import type { Palette } from '../../paint/palette.ts'
import type { RoomFrame } from '../room-frame.ts'
import type { WindowKind } from '../room-scene.ts'
import { drawAwning } from './awning.ts'
import type { DrawHanging } from './bar.ts'
import { drawFalcon } from './falcon.ts'
import { drawInsect } from './insect.ts'
import { drawRoller } from './roller.ts'
import { drawTextile } from './textile.ts'
import { drawVenetian } from './venetian.ts'

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
