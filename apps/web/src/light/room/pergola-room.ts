import { downwards, fillPolygon, type Surface, strokeLine } from '../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../paint/colour.ts'
import { clamp, lerp, type Rect, radians } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { lightOf } from '../wall/apertures.ts'
import { hatch } from '../wall/patch.ts'
import { NO_BARS } from '../wall/patch-field.ts'
import { floorRect, MOVING_SCALE, REST_SCALE } from './floor.ts'
import { backWallRows, NEAREST, type Roof, seen, terraceRows } from './perspective.ts'
import type { RoomFrame } from './room-frame.ts'
import {
  lightPosition,
  ROOM_LOUVRES,
  roomApertures,
  roomLight,
  type ShadeRoom,
  UNKNOWN_POSITION,
} from './room-scene.ts'
import type { RoomLayer } from './room-stage.ts'
import { paintSunlight } from './sunlight.ts'
import { paintBackWall, paintBench, paintBenchShadow, paintPaving, paintPosts } from './terrace.ts'

const GHOST = 0.5
const DRAFT = 0.86
/** The share of their distance that louvers cover, open and closed; closed ones overlap a little. */
const EDGE_ON = 0.13
const BROADNESS = 1.05
/**
 * How far an open louver hangs down, as a share of the distance between louvers. It is small, because they are seen from far
 * below.
 */
const HANG = 0.1
const HALO = 0.3
const ROOF_SCALE = 1.25

const roofOf = ({ hole }: RoomFrame): Roof => ({ wall: hole, depth: NEAREST })

/** A louver; `shut` is how far it has turned: 0 is vertical, 1 is flat. */
function louvre(surface: Surface, frame: RoomFrame, index: number, shut: number, palette: Palette): void {
  const { context } = surface
  const { hole } = frame
  const pitch = NEAREST / ROOM_LOUVRES
  const hang = (pitch * HANG * Math.cos(radians(90 * shut))) / 2
  const near = (index + 1) * pitch
  const far = near - pitch * lerp(EDGE_ON, BROADNESS, shut)
  const right = hole.x + hole.w
  const a = seen(frame, hole.x, hole.y + hang, far)
  const b = seen(frame, right, hole.y + hang, far)
  const c = seen(frame, right, hole.y - hang, near)
  const d = seen(frame, hole.x, hole.y - hang, near)
  const nearness = index / ROOM_LOUVRES
  const glow = palette.isNight ? mix(palette.blade, palette.jamb, 0.42 - 0.2 * nearness) : null
  const light: Rgb = glow ?? mix(palette.blade, palette.bladeHigh, 0.4)
  const dark: Rgb = mix(palette.bladeLow, palette.blade, palette.isNight ? 0.3 : 0.45)
  const [top, foot] = [Math.min(c[1], a[1]), Math.max(c[1], a[1]) + 0.5]
  fillPolygon(
    context,
    [a, b, c, d],
    downwards(context, top, foot, [
      [0, css(dark)],
      [0.55, css(mix(light, dark, 0.5))],
      [1, css(light)],
    ]),
  )
  const edge = palette.isNight ? palette.jamb : mix(palette.bladeHigh, WHITE, palette.isDark ? 0.05 : 0.6)
  strokeLine(context, a, b, css(edge, palette.isDark ? 0.6 : 0.95), 0.7 + 1.3 * nearness)
  strokeLine(context, d, c, css(SOOT, 0.32), 0.6 + nearness)
}

/** The reported position of the louvers during a drag, drawn as edges only. */
function paintReported({ context }: Surface, frame: RoomFrame, shut: number, palette: Palette): void {
  const { hole } = frame
  const pitch = NEAREST / ROOM_LOUVRES
  context.beginPath()
  for (let index = 0; index < ROOM_LOUVRES; index++) {
    const depth = (index + 1) * pitch - pitch * lerp(EDGE_ON, BROADNESS, shut)
    const [from, to] = [seen(frame, hole.x, hole.y, depth), seen(frame, hole.x + hole.w, hole.y, depth)]
    context.moveTo(from[0], from[1])
    context.lineTo(to[0], to[1])
  }
  context.strokeStyle = css(palette.isDark ? palette.ink : SOOT, 0.5)
  context.lineWidth = 1
  context.stroke()
}

function paintLouvres(surface: Surface, frame: RoomFrame, scene: ShadeRoom, palette: Palette): void {
  const { context } = surface
  const { reported, draft } = scene
  const draw = (shut: number): void => {
    for (let index = 0; index < ROOM_LOUVRES; index++) louvre(surface, frame, index, shut, palette)
  }
  context.globalAlpha = draft !== null ? DRAFT : reported === null ? GHOST : 1
  draw(draft ?? reported ?? UNKNOWN_POSITION)
  context.globalAlpha = 1
  if (draft !== null && reported !== null) paintReported(surface, frame, reported, palette)
  if (reported === null && draft === null) {
    hatch(surface, roofRect(frame), palette.isDark ? palette.ink : SOOT, 0.3, 7)
  }
}

/** The area that the roof can cover on the screen. */
const roofRect = (frame: RoomFrame): Rect => ({ x: 0, y: 0, w: frame.size.width, h: frame.hole.y + 6 })

function lightLayers(
  scene: ShadeRoom,
  frame: RoomFrame,
  palette: Palette,
  baseKey: string,
  isMoving: boolean,
): RoomLayer[] {
  const list = roomApertures(scene)
  const key = `${baseKey} ${scene.freshness} ${lightPosition(scene)}`
  const beam = { apertures: list, bars: NO_BARS, strength: palette.sunStrength, halo: HALO }
  const wall = {
    rect: frame.hole,
    rows: backWallRows(roofOf(frame), palette),
    key: `sunlit wall ${baseKey}`,
    paint: (surface: Surface) => paintBackWall(surface, frame, palette, 'sun'),
  }
  const ground = {
    rect: floorRect(frame),
    rows: terraceRows(frame, roofOf(frame), palette),
    key: `sunlit paving ${baseKey}`,
    paint: (surface: Surface) => paintPaving(surface, frame, palette, 'sun'),
  }
  return [
    {
      name: 'stripes on the wall',
      rect: wall.rect,
      key,
      maxScale: isMoving ? MOVING_SCALE : REST_SCALE,
      paint: (surface) => paintSunlight(surface, wall, beam),
    },
    {
      name: 'stripes on the ground',
      rect: ground.rect,
      key,
      maxScale: isMoving ? MOVING_SCALE : REST_SCALE,
      paint: (surface) => paintSunlight(surface, ground, beam),
    },
  ]
}

/** The layers of a terrace under a pergola. */
export function pergolaLayers(
  scene: ShadeRoom,
  frame: RoomFrame,
  palette: Palette,
  isMoving: boolean,
): RoomLayer[] {
  const list = roomApertures(scene)
  const whole = { x: 0, y: 0, w: frame.size.width, h: frame.size.height }
  const lower = { ...whole, y: frame.hole.y, h: whole.h - frame.hole.y }
  const baseKey = `${palette.key} ${frame.floorY} ${frame.hole.y} ${frame.vanishX}`
  const isOffline = scene.freshness === 'offline'
  const ground = (surface: Surface, tone: 'shade' | 'lit'): void => {
    paintPaving(surface, frame, palette, tone)
    paintBackWall(surface, frame, palette, tone)
  }
  return [
    {
      name: 'roof',
      rect: roofRect(frame),
      maxScale: isMoving ? ROOF_SCALE : REST_SCALE,
      key: `${baseKey} ${scene.reported} ${scene.draft}`,
      paint: (surface) => paintLouvres(surface, frame, scene, palette),
    },
    {
      name: 'ground',
      isStill: true,
      rect: lower,
      key: baseKey,
      paint: (surface) => ground(surface, 'shade'),
    },
    {
      name: 'lit',
      isStill: true,
      rect: lower,
      key: baseKey,
      opacity: clamp(roomLight(scene, list) * 0.94),
      paint: (surface) => ground(surface, 'lit'),
    },
    ...lightLayers(scene, frame, palette, baseKey, isMoving),
    {
      name: 'bench shadow',
      isStill: true,
      rect: lower,
      key: baseKey,
      opacity: 0.45 + 0.55 * lightOf(list),
      paint: (surface) => paintBenchShadow(surface, frame, palette),
    },
    {
      name: 'posts',
      isStill: true,
      rect: whole,
      key: `${baseKey} ${isOffline}`,
      paint: (surface) => {
        paintPosts(surface, frame, palette)
        paintBench(surface, frame, palette)
        if (isOffline) hatch(surface, whole, palette.ink, palette.isDark ? 0.1 : 0.12, 9)
      },
    },
  ]
}
