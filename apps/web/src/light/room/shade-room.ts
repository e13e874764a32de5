import { clipped, fillRect, type Surface } from '../paint/brush.ts'
import { css, SOOT } from '../paint/colour.ts'
import { clamp, type Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { hatch } from '../wall/patch.ts'
import { FLOOR_HALO, floorRect, MOVING_SCALE, REST_SCALE, sunlitFloor } from './floor.ts'
import type { RoomFrame } from './room-frame.ts'
import { lightPosition, roomApertures, roomLight, UNKNOWN_POSITION, type WindowRoom } from './room-scene.ts'
import type { RoomLayer } from './room-stage.ts'
import { paintHardware } from './shades/hardware.ts'
import { drawShade } from './shades/room-shade.ts'
import { paintSunlight } from './sunlight.ts'
import { paintShell } from './wall.ts'
import {
  paintCasing,
  paintJamb,
  paintLitSill,
  paintPaneShadow,
  paintReveal,
  paintSill,
  ROOM_BARS,
  sillRect,
  struckRect,
} from './window.ts'

/** Two device pixels per CSS pixel are sharp enough for slats; phones with three would have to fill more than twice as many. */
const SHADE_SCALE = 2
const GHOST = 0.46
const UNKNOWN = 0.4

/** The solid shade at the reported position, and the translucent one up to the dragged position. */
function paintShade(surface: Surface, frame: RoomFrame, scene: WindowRoom, palette: Palette): void {
  const { context } = surface
  const { glass, pane } = frame
  const { kind, tilt, reported, draft } = scene
  const draw = (position: number): void => drawShade(surface, kind, frame, { position, tilt }, palette)
  const ghost = (position: number, window: Rect): void => {
    context.save()
    context.globalAlpha = GHOST
    clipped(context, window, () => draw(position))
    context.restore()
  }
  if (reported === null) {
    context.save()
    context.globalAlpha = draft === null ? UNKNOWN : GHOST
    draw(draft ?? UNKNOWN_POSITION)
    context.restore()
    if (draft === null) hatch(surface, glass, palette.isDark ? palette.ink : SOOT, 0.3, 7)
  } else if (draft === null) {
    draw(reported)
  } else {
    const [upper, lower] = [Math.min(reported, draft), Math.max(reported, draft)]
    const y = pane.y + upper * pane.h
    ghost(lower, { ...glass, y, h: Math.max(0, glass.y + glass.h - y) })
    draw(upper)
  }
  if (draft === null) return
  const y = Math.round(pane.y + draft * pane.h)
  fillRect(
    context,
    { x: glass.x, y: y - 1, w: glass.w, h: 2 },
    css(palette.isDark ? palette.ink : SOOT, 0.92),
  )
}

/** The layers of a room with a window, from the sky to the light on the floor. */
export function windowLayers(
  scene: WindowRoom,
  frame: RoomFrame,
  palette: Palette,
  isMoving: boolean,
): RoomLayer[] {
  const list = roomApertures(scene)
  const light = roomLight(scene, list)
  const at = lightPosition(scene)
  const whole = { x: 0, y: 0, w: frame.size.width, h: frame.size.height }
  const baseKey = `${palette.key} ${frame.floorY} ${frame.hole.y}`
  const lightKey = `${baseKey} ${scene.freshness} ${at} ${scene.tilt}`
  return [
    {
      name: 'shade',
      rect: frame.glass,
      maxScale: SHADE_SCALE,
      key: `${lightKey} ${scene.reported} ${scene.draft}`,
      paint: (surface) => paintShade(surface, frame, scene, palette),
    },
    {
      name: 'wall',
      isStill: true,
      rect: whole,
      key: `${baseKey} ${scene.kind} ${scene.freshness === 'offline'}`,
      paint: (surface) => {
        paintShell(surface, frame, palette, false, frame.glass)
        surface.context.clearRect(frame.glass.x, frame.glass.y, frame.glass.w, frame.glass.h)
        paintReveal(surface, frame, palette, false)
        surface.context.clearRect(frame.casing.x, frame.casing.y, frame.casing.w, frame.casing.h)
        paintCasing(surface, frame, palette)
        paintPaneShadow(surface, frame, palette)
        paintHardware(surface, scene.kind, frame, palette)
        paintSill(surface, frame, palette, false)
        if (scene.freshness === 'offline') hatch(surface, whole, palette.ink, palette.isDark ? 0.1 : 0.12, 9)
      },
    },
    {
      name: 'lit',
      isStill: true,
      rect: whole,
      key: baseKey,
      opacity: light,
      paint: (surface) => {
        paintShell(surface, frame, palette, true, frame.glass)
        paintReveal(surface, frame, palette, true)
        surface.context.clearRect(frame.casing.x, frame.casing.y, frame.casing.w, frame.casing.h)
        paintSill(surface, frame, palette, true)
      },
    },
    {
      name: 'jamb',
      rect: struckRect(frame, palette),
      key: lightKey,
      paint: (surface) => paintJamb(surface, frame, palette, list),
    },
    {
      name: 'sill',
      isStill: true,
      rect: sillRect(frame),
      key: baseKey,
      opacity: clamp(light * 1.1),
      paint: (surface) => paintLitSill(surface, frame, palette),
    },
    {
      name: 'floor',
      rect: floorRect(frame),
      maxScale: isMoving ? MOVING_SCALE : REST_SCALE,
      key: `${lightKey}`,
      paint: (surface) =>
        paintSunlight(surface, sunlitFloor(frame, frame.glass, palette), {
          apertures: list,
          bars: ROOM_BARS,
          strength: palette.sunStrength,
          halo: FLOOR_HALO,
        }),
    },
  ]
}
