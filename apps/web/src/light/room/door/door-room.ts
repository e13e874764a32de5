import type { Surface } from '../../paint/brush.ts'
import type { Palette } from '../../paint/palette.ts'
import { paintCrack } from '../../wall/door-crack.ts'
import { hatch } from '../../wall/patch.ts'
import { NO_BARS } from '../../wall/patch-field.ts'
import { FLOOR_HALO, floorRect, MOVING_SCALE, REST_SCALE, sunlitFloor } from '../floor.ts'
import type { RoomFrame } from '../room-frame.ts'
import { type DoorRoom, isUnbolted, roomApertures, roomLight } from '../room-scene.ts'
import type { RoomLayer } from '../room-stage.ts'
import { paintSunlight } from '../sunlight.ts'
import { paintShell } from '../wall.ts'
import { boltSheets } from './door-bolts.ts'
import { paintDoorstep, paintFrame, paintHeadShadow, paintStandingLeaf } from './door-frame.ts'
import { doorLightSheets } from './door-lights.ts'
import { paintMilk, stripOf } from './leaf.ts'

export function doorLayers(
  scene: DoorRoom,
  frame: RoomFrame,
  palette: Palette,
  isMoving: boolean,
): RoomLayer[] {
  const { isOpen, milk } = scene
  const { glass: leaf } = frame
  const list = roomApertures(scene)
  const whole = { x: 0, y: 0, w: frame.size.width, h: frame.size.height }
  const baseKey = `${palette.key} ${frame.floorY} ${frame.hole.y} ${frame.hole.x}`
  const isOffline = scene.freshness === 'offline'
  const shell = (surface: Surface, isLit: boolean): void => {
    paintShell(surface, frame, palette, isLit, stripOf(leaf))
    paintFrame(surface, frame, palette, isLit)
  }
  const beam = { apertures: list, bars: NO_BARS, strength: palette.sunStrength, halo: FLOOR_HALO }
  return [
    ...(isOpen
      ? []
      : [
          {
            name: 'milk',
            isStill: true,
            rect: leaf,
            key: baseKey,
            opacity: milk,
            paint: (surface: Surface) => paintMilk(surface, leaf, palette),
          },
        ]),
    { name: 'wall', isStill: true, rect: whole, key: baseKey, paint: (surface) => shell(surface, false) },
    {
      name: 'lit',
      isStill: true,
      rect: whole,
      key: baseKey,
      opacity: roomLight(scene, list),
      paint: (surface) => shell(surface, true),
    },
    {
      name: 'floor',
      rect: floorRect(frame),
      maxScale: isMoving ? MOVING_SCALE : REST_SCALE,
      key: `${baseKey} ${isOffline} ${isOpen} ${milk}`,
      paint: (surface) => paintSunlight(surface, sunlitFloor(frame, leaf, palette), beam),
    },
    ...boltSheets(scene, frame, palette, baseKey),
    {
      name: 'leaf',
      isStill: true,
      rect: leaf,
      key: `${baseKey} ${isOpen}`,
      paint: (surface) => {
        paintStandingLeaf(surface, frame, palette, isOpen)
        if (isOpen) paintDoorstep(surface, frame, palette)
        paintHeadShadow(surface, frame)
      },
    },
    ...(isUnbolted(scene) && !isOpen && !isOffline
      ? [
          {
            name: 'crack',
            isStill: true,
            rect: whole,
            key: baseKey,
            paint: (surface: Surface) => paintCrack(surface, leaf, palette, 3 * frame.unit),
          },
        ]
      : []),
    ...doorLightSheets(scene, frame, palette, baseKey),
    ...(isOffline
      ? [
          {
            name: 'hatch',
            isStill: true,
            rect: whole,
            key: baseKey,
            paint: (surface: Surface) => hatch(surface, whole, palette.ink, palette.isDark ? 0.1 : 0.12, 9),
          },
        ]
      : []),
  ]
}
