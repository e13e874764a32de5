import { drained, type Palette } from '../paint/palette.ts'
import { doorLayers } from './door/door-room.ts'
import { lampLayers } from './lamp-room.ts'
import { pergolaLayers } from './pergola-room.ts'
import type { RoomFrame } from './room-frame.ts'
import type { RoomScene } from './room-scene.ts'
import type { RoomLayer } from './room-stage.ts'
import { windowLayers } from './shade-room.ts'

const STALE_DRAIN = 0.6

/** The palette of a scene: a state that may be outdated is drawn with less color. */
export const paletteOf = (scene: RoomScene, daylight: Palette): Palette =>
  scene.freshness === 'live' ? daylight : drained(daylight, scene.freshness === 'stale' ? STALE_DRAIN : 1)

/** The layers of a room from back to front. `isMoving`: the scene will change in the next frame. */
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
