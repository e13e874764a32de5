import { downwards, fillRect, type Surface } from '../brush.ts'
import { css, mix, SOOT } from '../colour.ts'
import type { Palette } from '../palette.ts'
import type { RoomFrame } from './room-frame.ts'
import type { WindowKind } from './room-scene.ts'

/** The box, the cassette or the head rail that a shade comes out of, above the glass. */
export function paintHardware(
  { context }: Surface,
  _kind: WindowKind,
  { glass, casing, unit }: RoomFrame,
  palette: Palette,
): void {
  const top = casing.y + 6 * unit
  fillRect(
    context,
    { x: glass.x, y: top, w: glass.w, h: glass.y - top },
    downwards(context, top, glass.y, [
      [0, css(mix(palette.bladeHigh, SOOT, 0.2))],
      [0.3, css(palette.blade)],
      [1, css(palette.bladeLow)],
    ]),
  )
}
