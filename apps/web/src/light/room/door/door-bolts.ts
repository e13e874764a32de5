import { fillDownwards, fillRect, type Surface } from '../../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../../paint/colour.ts'
import type { Rect } from '../../paint/geometry.ts'
import type { Palette } from '../../paint/palette.ts'
import type { RoomFrame } from '../room-frame.ts'
import type { Bolts, DoorRoom } from '../room-scene.ts'
import type { RoomLayer } from '../room-stage.ts'

/** How far the bolts are retracted from the frame, in units of their length. */
const DRAWN_BACK: Record<Bolts, number> = { out: 0, moving: 0.5, unknown: 0.5, in: 1.1 }
const BOLT = 9
/** The bolts extend into the frame; when retracted they are behind the leaf. The magnet lock has one, in the middle. */
function boltRects({ glass: leaf, unit }: RoomFrame, isMagnet: boolean): Rect[] {
  const places = isMagnet ? [0.5] : [0.2, 0.5, 0.84]
  const high = (isMagnet ? 22 : 8) * unit
  return places.map((share) => ({
    x: leaf.x + leaf.w - 1,
    y: leaf.y + leaf.h * share - high / 2,
    w: BOLT * unit,
    h: high,
  }))
}

function paintBolts({ context }: Surface, rects: readonly Rect[], bolts: Bolts, palette: Palette): void {
  for (const bolt of rects) {
    if (bolts === 'unknown') {
      context.setLineDash([2, 2])
      context.strokeStyle = css(mix(palette.bladeHigh, WHITE, 0.4), 0.9)
      context.lineWidth = 1
      context.strokeRect(bolt.x + 0.5, bolt.y + 0.5, bolt.w - 1, bolt.h - 1)
      context.setLineDash([])
      continue
    }
    fillDownwards(context, bolt, [
      [0, css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0.3 : 0.75))],
      [0.6, css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0.05 : 0.3))],
      [1, css(palette.blade)],
    ])
    fillRect(context, { ...bolt, x: bolt.x + bolt.w - 1, w: 1 }, css(SOOT, 0.4))
  }
}

/** The layer of the bolts. It slides behind the leaf as they are retracted, and is hidden while the door is open. */
export function boltSheet(scene: DoorRoom, frame: RoomFrame, palette: Palette, baseKey: string): RoomLayer {
  const { bolts, tab, isOpen } = scene
  const { glass: leaf, unit } = frame
  const isMagnet = tab === 'magnet'
  return {
    name: 'bolts',
    isStill: true,
    rect: { x: leaf.x + leaf.w - 1, y: leaf.y, w: Math.ceil(BOLT * unit) + 1, h: leaf.h },
    key: `${baseKey} ${bolts === 'unknown'} ${isMagnet}`,
    opacity: isOpen ? 0 : 1,
    shift: -DRAWN_BACK[bolts] * BOLT * unit,
    paint: (surface) => paintBolts(surface, boltRects(frame, isMagnet), bolts, palette),
  }
}
