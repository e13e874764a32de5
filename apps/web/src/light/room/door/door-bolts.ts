import { fillDownwards, fillRect, type Surface } from '../../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../../paint/colour.ts'
import type { Rect } from '../../paint/geometry.ts'
import type { Palette } from '../../paint/palette.ts'
import type { RoomFrame } from '../room-frame.ts'
import type { Bolts, DoorBolts, DoorRoom } from '../room-scene.ts'
import type { RoomLayer } from '../room-stage.ts'

/** How far the bolts are retracted from the frame, in units of their length. */
const DRAWN_BACK: Record<Bolts, number> = { out: 0, moving: 0.5, unknown: 0.5, in: 1.1 }
const BOLT = 9
type LockName = keyof DoorBolts

/**
 * Where the bolts of each lock are, as a share of the height of the leaf. The strike of a magnet lock is one, beside the handle; the
 * bolts of a motor lock leave it that place.
 */
const PLACES: Record<LockName, readonly number[]> = { magnet: [0.5], motor: [0.2, 0.64, 0.84] }
const HEIGHT: Record<LockName, number> = { magnet: 22, motor: 8 }

/** The bolts extend into the frame; when retracted they are behind the leaf. */
function boltRects({ glass: leaf, unit }: RoomFrame, lock: LockName): Rect[] {
  const high = HEIGHT[lock] * unit
  return PLACES[lock].map((share) => ({
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

/** A layer for the bolts of each lock. It slides behind the leaf as they are retracted, and is hidden while the door is open. */
export function boltSheets(
  { bolts, isOpen }: DoorRoom,
  frame: RoomFrame,
  palette: Palette,
  baseKey: string,
): RoomLayer[] {
  const { glass: leaf, unit } = frame
  const locks = [
    { lock: 'magnet' as const, state: bolts.magnet },
    { lock: 'motor' as const, state: bolts.motor },
  ]
  return locks.flatMap(({ lock, state }): RoomLayer[] =>
    state === undefined
      ? []
      : [
          {
            name: `bolts ${lock}`,
            isStill: true,
            rect: { x: leaf.x + leaf.w - 1, y: leaf.y, w: Math.ceil(BOLT * unit) + 1, h: leaf.h },
            key: `${baseKey} ${state === 'unknown'}`,
            opacity: isOpen ? 0 : 1,
            shift: -DRAWN_BACK[state] * BOLT * unit,
            paint: (surface) => paintBolts(surface, boltRects(frame, lock), state, palette),
          },
        ],
  )
}
