import {
  clipped,
  downwards,
  fillDownwards,
  fillRect,
  outwards,
  type Surface,
  strokeLine,
} from '../paint/brush.ts'
import { css, mix, type Rgb, WHITE } from '../paint/colour.ts'
import type { Rect } from '../paint/geometry.ts'
import { cachedLayer } from '../paint/layers.ts'
import type { Palette } from '../paint/palette.ts'

type Context = CanvasRenderingContext2D

/** The number of different views; a small number keeps the cache of a long list small. */
export const VIEWS = 4

const LAMP_CORE: Rgb = [255, 246, 222]
const LAMP_SHADE: Rgb = [84, 50, 22]
const ROOM_FLOOR: Rgb = [170, 104, 44]

/** A distant ridge at the bottom of a pane. */
export function ridge(
  context: Context,
  pane: Rect,
  palette: Palette,
  phase: number,
  hill: { base: number; rise: number; near: number },
): void {
  const outline = (share: number): number =>
    0.55 * Math.sin(share * 3.1 + phase) +
    0.3 * Math.sin(share * 7.3 + phase * 2.1) +
    0.12 * Math.sin(share * 17 + phase)
  context.beginPath()
  context.moveTo(pane.x, pane.y + pane.h)
  for (let step = 0; step <= 40; step++) {
    const share = step / 40
    context.lineTo(pane.x + share * pane.w, pane.y + pane.h * (hill.base - hill.rise * outline(share)))
  }
  context.lineTo(pane.x + pane.w, pane.y + pane.h)
  context.closePath()
  context.fillStyle = downwards(context, pane.y + pane.h * (hill.base - hill.rise), pane.y + pane.h, [
    [0, css(mix(palette.skyFoot, palette.ridge, hill.near))],
    [1, css(mix(palette.ridge, palette.skyFoot, 0.72))],
  ])
  context.fill()
}

/** By day the view is outside: sky, clouds and two ridges. */
function landscape(context: Context, pane: Rect, palette: Palette, view: number): void {
  const phase = view * 1.7
  const cloud = palette.isDark ? 0.08 : 0.4
  for (const [index, drift] of [0.2, 0.34, 0.45].entries()) {
    const x = pane.x + pane.w * (0.5 + 0.42 * Math.sin(phase * 2.3 + index * 2))
    context.save()
    context.translate(x, pane.y + pane.h * drift)
    context.scale(1, 0.2)
    fillRect(
      context,
      { x: -pane.w, y: -pane.w, w: pane.w * 2, h: pane.w * 2 },
      outwards(context, [0, 0], pane.w * 0.72, [
        [0, css(mix(palette.skyFoot, WHITE, 0.5), cloud)],
        [0.5, css(mix(palette.skyFoot, WHITE, 0.4), cloud * 0.5)],
        [1, css(palette.skyFoot, 0)],
      ]),
    )
    context.restore()
  }
  ridge(context, pane, palette, 0.4 + phase, { base: 0.76, rise: 0.06, near: 0.42 })
  ridge(context, pane, palette, 2.2 + phase, { base: 0.87, rise: 0.05, near: 0.8 })
  fillRect(
    context,
    pane,
    outwards(context, [pane.x, pane.y], pane.h * 1.1, [
      [0, css(mix(palette.sun, WHITE, palette.isDark ? 0 : 0.5), palette.isDark ? 0.22 : 0.5)],
      [1, css(palette.sun, 0)],
    ]),
  )
}

/** At night the view is inside: a lit room. */
function room(context: Context, pane: Rect, palette: Palette, view: number): void {
  const x = pane.x + pane.w * (0.5 + 0.2 * Math.sin(view * 2.6))
  const y = pane.y + pane.h * 0.25
  const radius = pane.w * 0.11
  fillRect(
    context,
    pane,
    outwards(context, [x, y], pane.h * 0.75, [
      [0, css(LAMP_CORE, 0.95)],
      [0.35, css(palette.skyFoot, 0.55)],
      [1, css(palette.ridge, 0.55)],
    ]),
  )
  strokeLine(context, [x, pane.y], [x, y - radius * 0.9], css(LAMP_SHADE, 0.8), Math.max(0.6, pane.w / 220))
  context.beginPath()
  context.moveTo(x - radius, y)
  context.quadraticCurveTo(x - radius * 0.85, y - radius * 0.85, x, y - radius * 0.95)
  context.quadraticCurveTo(x + radius * 0.85, y - radius * 0.85, x + radius, y)
  context.closePath()
  context.fillStyle = css(LAMP_SHADE, 0.85)
  context.fill()
  fillRect(context, { ...pane, y: pane.y + pane.h * 0.82, h: pane.h * 0.18 }, css(ROOM_FLOOR, 0.22))
}

/** The view through the glass: the landscape by day, the room at night. `view` selects one of a few. */
export function sky(surface: Surface, pane: Rect, palette: Palette, view: number): void {
  const index = Math.abs(Math.floor(view)) % VIEWS
  const size = { width: pane.w, height: pane.h, scale: surface.scale }
  const picture = cachedLayer(`sky ${palette.key} ${index}`, size, (context) => {
    const whole = { x: 0, y: 0, w: pane.w, h: pane.h }
    fillDownwards(context, whole, [
      [0, css(palette.skyTop)],
      [1, css(palette.skyFoot)],
    ])
    clipped(context, whole, () => {
      if (palette.isNight) room(context, whole, palette, index)
      else landscape(context, whole, palette, index)
    })
  })
  if (picture) surface.context.drawImage(picture, pane.x, pane.y, pane.w, pane.h)
}
