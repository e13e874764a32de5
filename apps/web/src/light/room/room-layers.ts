import { fillRect } from '../brush.ts'
import { css } from '../colour.ts'
import { drained, type Palette } from '../palette.ts'
import { hatch } from '../patch.ts'
import { drawPergola } from '../pergola.ts'
import { doorLayers } from './door-room.ts'
import { lampLayers } from './lamp-room.ts'
import type { RoomFrame } from './room-frame.ts'
import { lightPosition, type RoomScene, UNKNOWN_POSITION } from './room-scene.ts'
import type { RoomLayer } from './room-stage.ts'
import { windowLayers } from './shade-room.ts'

const STALE_DRAIN = 0.6

/** The colours of a scene: what is not known now is not shown in the sun. */
export const paletteOf = (scene: RoomScene, daylight: Palette): Palette =>
  scene.freshness === 'live' ? daylight : drained(daylight, scene.freshness === 'stale' ? STALE_DRAIN : 1)

/** The sheets of a room, from the back to the front; `isMoving` while it will look otherwise in the next frame. */
export function roomLayers(
  scene: RoomScene,
  frame: RoomFrame,
  daylight: Palette,
  isMoving: boolean,
): RoomLayer[] {
  const palette = paletteOf(scene, daylight)
  switch (scene.kind) {
    case 'light':
      return lampLayers(scene, frame, palette)
    case 'home_door':
      return doorLayers(scene, frame, palette, isMoving)
    case 'pergola': {
      const position = lightPosition(scene)
      return [
        {
          name: 'roof',
          rect: { x: 0, y: 0, w: frame.size.width, h: frame.size.height },
          key: `${palette.key} ${position} ${frame.size.width}`,
          paint: (surface) => {
            const { context } = surface
            fillRect(
              context,
              { x: 0, y: frame.floorY, w: frame.size.width, h: frame.size.height - frame.floorY },
              css(palette.lit),
            )
            drawPergola(
              surface,
              { x: 0, y: 0, w: frame.size.width, h: frame.floorY },
              position ?? UNKNOWN_POSITION,
              1,
              palette,
            )
            if (position === null) hatch(surface, frame.hole, palette.ink, 0.3)
          },
        },
      ]
    }
    default:
      return windowLayers({ ...scene, kind: scene.kind }, frame, palette, isMoving)
  }
}
