import { BRONZE, LED, WARM } from '../card/lamp-light.ts'
import { fillRect, outwards, type Surface, sidewards } from '../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../paint/colour.ts'
import { clamp, type Point, type Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { hatch } from '../wall/patch.ts'
import { paintSconceLight } from '../wall/sconce-light.ts'
import { paintWallPatch } from '../wall/wall-scene.ts'
import type { RoomFrame } from './room-frame.ts'
import type { LightRoom } from './room-scene.ts'
import type { RoomLayer } from './room-stage.ts'
import { paintVase, vaseRect } from './still-life.ts'
import { paintBench, paintBenchShadow } from './terrace.ts'
import { paintShell } from './wall.ts'

const LAMP = { w: 40, h: 112 }
/** The height of the opal glass at both ends, through which the light leaves. */
const GLASS = 10
/** What shows a lamp that is off in a dark room: light from outside on the wall. */
const MOONLIGHT: Rgb = [150, 164, 196]
/** The share of the room that its lamps light, and what the day gives it without them. */
const SPILL = 0.7
const DAYLIGHT = 0.74
/** The blind in the window whose sun is on the wall by day. */
const BLIND = { position: 0.46, tilt: 18 }

/** One lamp hangs in the middle, two beside the sun that falls on the wall. In a low room they hang below the text on the wall. */
const lampAt = ({ size, floorY, hole, unit }: RoomFrame, index: number, count: number): Point => [
  Math.round(size.width * (count === 1 ? 0.5 : 0.4 + 0.28 * index)),
  Math.round(Math.max(floorY * 0.46, hole.y + (LAMP.h / 2 + 8) * unit)),
]

const bodyOf = ([x, y]: Point, unit: number): Rect => ({
  x: x - (LAMP.w * unit) / 2,
  y: y - (LAMP.h * unit) / 2,
  w: LAMP.w * unit,
  h: LAMP.h * unit,
})

/** Where the sun falls through the window that is not seen, beside the lamps. */
const sunAt = ({ size, floorY, hole }: RoomFrame): Rect => ({
  x: size.width * 0.07,
  y: hole.y + (floorY - hole.y) * 0.1,
  w: size.width * 0.26,
  h: (floorY - hole.y) * 0.46,
})

/** The two openings of a lamp, of opal glass. */
const glassOf = ({ x, y, w, h }: Rect, unit: number): readonly Rect[] =>
  [y, y + h - GLASS * unit].map((top) => ({ x: x + unit, y: top, w: w - 2 * unit, h: GLASS * unit }))

/** A lamp of brushed metal on the wall, open at the top and the bottom. In the dark the wall around it is pale. */
function paintLamp({ context, scale }: Surface, frame: RoomFrame, at: Point, palette: Palette): void {
  const { unit, size, floorY } = frame
  const body = bodyOf(at, unit)
  if (palette.isDark) {
    fillRect(
      context,
      { x: 0, y: 0, w: size.width, h: floorY },
      outwards(context, at, 250 * unit, [
        [0, css(MOONLIGHT, 0.19)],
        [1, css(MOONLIGHT, 0)],
      ]),
    )
  }
  const metal = palette.isDark ? BRONZE : mix(palette.frame, palette.bladeHigh, 0.42)
  context.save()
  context.shadowColor = css(SOOT, palette.isDark ? 0.8 : 0.38)
  context.shadowBlur = 14 * unit * scale
  context.shadowOffsetX = 5 * unit * scale
  context.shadowOffsetY = 6 * unit * scale
  context.fillStyle = sidewards(context, body.x, body.x + body.w, [
    [0, css(mix(metal, SOOT, 0.4))],
    [0.28, css(metal)],
    [0.42, css(mix(metal, SOOT, 0.24))],
    [1, css(mix(metal, SOOT, 0.5))],
  ])
  context.beginPath()
  context.roundRect(body.x, body.y, body.w, body.h, 2 * unit)
  context.fill()
  context.restore()
  for (const glass of glassOf(body, unit)) fillRect(context, glass, css(mix(metal, WHITE, 0.24)))
}

/** The light of a lamp that is on: on the wall, on the floor, and inside its openings. */
function paintBurning(surface: Surface, frame: RoomFrame, at: Point, palette: Palette): void {
  const { context, scale } = surface
  const { unit, size, floorY } = frame
  const body = bodyOf(at, unit)
  const glow: Rgb = palette.isDark ? WARM : LED
  const wall = { x: 0, y: 0, w: size.width, h: floorY }
  paintSconceLight(context, wall, at, { half: body.h / 2, away: 15 * unit, colour: glow })
  const pool: Point = [at[0], floorY + (size.height - floorY) * 0.16]
  context.save()
  context.beginPath()
  // The bench stands in front of the light on the wall, so its legs stay dark.
  context.rect(0, floorY + 8 * unit, size.width, size.height - floorY)
  context.clip()
  context.translate(0, pool[1])
  context.scale(1, 0.34)
  fillRect(
    context,
    { x: 0, y: -size.width, w: size.width, h: 2 * size.width },
    outwards(context, [pool[0], 0], 190 * unit, [
      [0, css(glow, palette.isDark ? 0.3 : 0.5)],
      [0.5, css(glow, palette.isDark ? 0.1 : 0.2)],
      [1, css(glow, 0)],
    ]),
  )
  context.restore()
  context.save()
  context.shadowColor = css(WARM, 0.9)
  context.shadowBlur = 10 * unit * scale
  for (const glass of glassOf(body, unit)) fillRect(context, glass, css(mix(LED, WHITE, 0.4)))
  context.restore()
}

/** The layers of a room with lamps on its wall. */
export function lampLayers(scene: LightRoom, frame: RoomFrame, palette: Palette): RoomLayer[] {
  const whole = { x: 0, y: 0, w: frame.size.width, h: frame.size.height }
  const baseKey = `${palette.key} ${frame.floorY} ${frame.hole.x} ${frame.hole.y} ${scene.channels.length}`
  const isOffline = scene.freshness === 'offline'
  const wall = { ...whole, h: frame.floorY }
  const levels = scene.channels.map((level) => (isOffline ? 0 : clamp(level)))
  const sum = levels.reduce((total, level) => total + level, 0)
  const lamps = Math.min(1, sum / Math.max(1, levels.length)) * SPILL
  const vaseAt = levels.length === 1 ? 0.8 : 0.5
  const isDay = !palette.isNight && !isOffline
  const light = isDay ? DAYLIGHT + (1 - DAYLIGHT) * lamps : lamps
  const shell = (surface: Surface, isLit: boolean): void => {
    paintShell(surface, frame, palette, isLit, null)
    if (isLit && !palette.isNight) paintWallPatch(surface, wall, { patch: sunAt(frame), ...BLIND }, palette)
    paintBenchShadow(surface, frame, palette)
    paintBench(surface, frame, isLit ? palette : { ...palette, jamb: palette.leaf })
  }
  return [
    { name: 'wall', isStill: true, rect: whole, key: baseKey, paint: (surface) => shell(surface, false) },
    {
      name: 'lit',
      isStill: true,
      rect: whole,
      key: baseKey,
      opacity: light,
      paint: (surface) => shell(surface, true),
    },
    {
      name: 'lamps',
      isStill: true,
      rect: whole,
      key: `${baseKey} ${isOffline}`,
      paint: (surface) => {
        for (const index of levels.keys()) {
          paintLamp(surface, frame, lampAt(frame, index, levels.length), palette)
        }
        if (isOffline) hatch(surface, whole, palette.ink, palette.isDark ? 0.1 : 0.12, 9)
      },
    },
    ...levels.map(
      (level, index): RoomLayer => ({
        name: `light ${index}`,
        isStill: true,
        rect: whole,
        key: baseKey,
        opacity: level,
        blend: palette.isDark ? 'plus-lighter' : 'normal',
        paint: (surface) => paintBurning(surface, frame, lampAt(frame, index, levels.length), palette),
      }),
    ),
    // In front of the light on the wall.
    ...[false, true].map(
      (isLit): RoomLayer => ({
        name: isLit ? 'vase in light' : 'vase',
        isStill: true,
        rect: vaseRect(frame, vaseAt),
        key: baseKey,
        opacity: isLit ? light : 1,
        paint: (surface) => paintVase(surface, frame, palette, { isLit, at: vaseAt }),
      }),
    ),
  ]
}
