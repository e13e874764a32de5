import type { Surface } from '../brush.ts'
import type { Palette } from '../palette.ts'
import { drawAwning } from '../shades/awning.ts'
import { drawFalcon } from '../shades/falcon.ts'
import { drawInsect } from '../shades/insect.ts'
import { drawRoller } from '../shades/roller.ts'
import type { Hang } from '../shades/shade.ts'
import { drawTextile } from '../shades/textile.ts'
import { drawVenetian } from '../shades/venetian.ts'
import type { RoomFrame } from './room-frame.ts'
import type { WindowKind } from './room-scene.ts'

const BIG = 2.4

/** Draws what hangs in the window into its glass. */
export function drawShade(
  surface: Surface,
  kind: WindowKind,
  { glass, unit }: RoomFrame,
  hang: Hang,
  palette: Palette,
): void {
  const size = unit * BIG
  switch (kind) {
    case 'roller_shutter':
      drawRoller(surface, glass, hang, palette, size)
      return
    case 'venetian_blind':
      drawVenetian(surface, glass, hang, palette, size)
      return
    case 'textile_screen':
      drawTextile(surface, glass, hang, palette, size)
      return
    case 'insect_screen':
      drawInsect(surface, glass, hang, palette, size)
      return
    case 'falcon':
      drawFalcon(surface, glass, hang, palette, size)
      return
    case 'awning':
      drawAwning(surface, glass, hang.position, palette, size)
      return
  }
}
