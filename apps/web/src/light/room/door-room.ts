import { drawDoor } from '../door.ts'
import type { Palette } from '../palette.ts'
import { hatch } from '../patch.ts'
import { NO_BARS } from '../patch-field.ts'
import { FLOOR_HALO, floorRect, sunlitFloor } from './floor.ts'
import type { RoomFrame } from './room-frame.ts'
import { type DoorRoom, roomApertures, roomLight } from './room-scene.ts'
import type { RoomLayer } from './room-stage.ts'
import { paintSunlight } from './sunlight.ts'
import { paintShell, wallTone } from './wall.ts'

/** The sheets of a room with a door. */
export function doorLayers(
  scene: DoorRoom,
  frame: RoomFrame,
  palette: Palette,
  isMoving: boolean,
): RoomLayer[] {
  const list = roomApertures(scene)
  const whole = { x: 0, y: 0, w: frame.size.width, h: frame.size.height }
  const look = `${palette.key} ${frame.floorY} ${frame.hole.y}`
  const isOffline = scene.freshness === 'offline'
  const detail = isMoving ? 1 : 2
  const { isOpen, bolts, milk, doorLight, handleLight } = scene
  return [
    {
      name: 'wall',
      rect: whole,
      key: look,
      paint: (surface) => paintShell(surface, frame, palette, false, frame.glass),
    },
    {
      name: 'lit',
      rect: whole,
      key: look,
      opacity: roomLight(scene, list),
      paint: (surface) => paintShell(surface, frame, palette, true, frame.glass),
    },
    {
      name: 'floor',
      rect: floorRect(frame),
      key: `${look} ${isOffline} ${isOpen} ${milk} ${detail}`,
      paint: (surface) =>
        paintSunlight(
          surface,
          sunlitFloor(frame, frame.glass, palette),
          { apertures: list, bars: NO_BARS, strength: palette.sunStrength, halo: FLOOR_HALO },
          detail,
        ),
    },
    {
      name: 'door',
      rect: whole,
      key: `${look} ${isOffline} ${isOpen} ${bolts} ${milk} ${doorLight} ${handleLight} ${scene.tab}`,
      paint: (surface) => {
        const door = { isOpen, isLocked: bolts === 'out', milk, doorLight, handleLight }
        drawDoor(surface, frame.glass, wallTone(palette, false), door, palette)
        if (isOffline) hatch(surface, whole, palette.ink, palette.isDark ? 0.1 : 0.12, 9)
      },
    },
  ]
}
