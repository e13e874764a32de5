import { drained, type Palette } from '../paint/palette.ts'
import { doorLayers } from './door/door-room.ts'
import { lampLayers } from './lamp-room.ts'
import { pergolaLayers } from './pergola-room.ts'
import type { RoomFrame } from './room-frame.ts'
import type { RoomScene } from './room-scene.ts'
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
    case 'pergola':
      return pergolaLayers(scene, frame, palette, isMoving)
    default:
      return windowLayers({ ...scene, kind: scene.kind }, frame, palette, isMoving)
  }
}
