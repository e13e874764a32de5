import { fillRect, outwards, type Surface, sidewards } from '../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../paint/colour.ts'
import type { Point, Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'

const GLOW_DARK: Rgb = [255, 196, 118]
const GLOW_LIGHT: Rgb = [255, 240, 205]
const SPILL_DARK: Rgb = [255, 186, 104]
const SPILL_LIGHT: Rgb = [255, 242, 212]
const FILAMENT: Rgb = [255, 246, 222]

/** The fan of light that a lamp throws up or down the wall. */
function scallop(
  surface: Surface,
  [x, y]: Point,
  direction: 1 | -1,
  reach: number,
  glow: Rgb,
  palette: Palette,
): void {
  const { context } = surface
  context.save()
  context.globalCompositeOperation = palette.isDark ? 'lighter' : 'source-over'
  const middle = y + direction * reach * 0.42
  const light = context.createRadialGradient(x, y + direction * 4, 2, x, middle, reach * 0.86)
  light.addColorStop(0, css(mix(glow, WHITE, 0.5), palette.isDark ? 0.62 : 1))
  light.addColorStop(0.35, css(glow, palette.isDark ? 0.26 : 0.72))
  light.addColorStop(1, css(glow, 0))
  context.fillStyle = light
  const at = (across: number, along: number): Point => [x + across * reach, y + direction * along * reach]
  const curve = (one: Point, two: Point, end: Point): void =>
    context.bezierCurveTo(one[0], one[1], two[0], two[1], end[0], end[1])
  const [left, right] = [at(-0.86, 1.3), at(0.86, 1.3)]
  context.beginPath()
  context.moveTo(x - 7, y + direction * 7)
  curve(at(-0.34, 0.22), at(-0.62, 0.6), left)
  context.lineTo(right[0], right[1])
  curve(at(0.62, 0.6), at(0.34, 0.22), [x + 7, y + direction * 7])
  context.closePath()
  context.fill()
  context.restore()
}

/** A wall lamp at `place`, throwing its light up and down `wall` by its brightness 0..1. */
export function drawLamp(
  surface: Surface,
  place: Point,
  wall: Rect,
  brightness: number,
  palette: Palette,
): void {
  const { context } = surface
  const [x, y] = place
  const isOn = brightness > 0
  if (isOn) {
    const glow = palette.isDark ? GLOW_DARK : GLOW_LIGHT
    context.save()
    context.beginPath()
    context.rect(wall.x, wall.y, wall.w, wall.h)
    context.clip()
    context.globalAlpha = 0.45 + 0.55 * brightness
    scallop(surface, place, 1, wall.h * 0.95, glow, palette)
    scallop(surface, place, -1, wall.h * 0.6, glow, palette)
    context.restore()
  }
  context.save()
  context.shadowColor = css(SOOT, 0.4)
  context.shadowBlur = 8 * surface.scale
  context.shadowOffsetX = isOn ? 0 : 2 * surface.scale
  context.shadowOffsetY = isOn ? 0 : 4 * surface.scale
  context.fillStyle = sidewards(context, x - 8, x + 8, [
    [0, css(mix(palette.frame, palette.bladeHigh, 0.2))],
    [0.4, css(mix(palette.frame, palette.bladeHigh, 0.45))],
    [1, css(palette.frame)],
  ])
  context.beginPath()
  context.roundRect(x - 8, y - 9, 16, 18, 1.5)
  context.fill()
  context.restore()
  if (!isOn) return
  fillRect(context, { x: x - 7, y: y - 9, w: 14, h: 1.4 }, css(FILAMENT))
  fillRect(context, { x: x - 7, y: y + 7.6, w: 14, h: 1.4 }, css(FILAMENT))
}

/** The lamp's light on the wall around the corner. */
export function drawSpill(surface: Surface, wall: Rect, brightness: number, palette: Palette): void {
  if (brightness === 0) return
  const { context } = surface
  const glow = palette.isDark ? SPILL_DARK : SPILL_LIGHT
  for (const [y, share] of [
    [wall.y - 10, 0.75],
    [wall.y + wall.h + 20, 1],
  ] as const) {
    const strength = share * brightness
    fillRect(
      context,
      wall,
      outwards(context, [wall.x - 10, y], wall.w * 0.92, [
        [0, css(glow, (palette.isDark ? 0.34 : 0.95) * strength)],
        [0.5, css(glow, (palette.isDark ? 0.1 : 0.4) * strength)],
        [1, css(glow, 0)],
      ]),
    )
  }
}
