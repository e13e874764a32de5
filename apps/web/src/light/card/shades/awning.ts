import {
  clipped,
  downwards,
  fillDownwards,
  fillPolygon,
  fillSidewards,
  type Surface,
  strokeLine,
} from '../../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../../paint/colour.ts'
import { lerp, type Point, type Rect } from '../../paint/geometry.ts'
import type { Palette } from '../../paint/palette.ts'

const STRIPES = 9
const REACH = 0.78

type Cloth = { topLeft: Point; topRight: Point; footRight: Point; footLeft: Point }

function clothOf(opening: Rect, position: number, unit: number): Cloth {
  const overhang = opening.w * 0.06 * position
  const side = opening.w * 0.05
  const top = opening.y
  const foot = top + opening.h * REACH * position
  return {
    topLeft: [opening.x - side, top + 3 * unit],
    topRight: [opening.x + opening.w + side, top + 3 * unit],
    footRight: [opening.x + opening.w + side + overhang, foot],
    footLeft: [opening.x - side - overhang, foot],
  }
}

/** A stripe of the canvas with its part of the valance below the bar. */
function stripe(
  surface: Surface,
  cloth: Cloth,
  index: number,
  colour: Rgb,
  palette: Palette,
  valance: number,
): void {
  const { context } = surface
  const across = (row: readonly [Point, Point], share: number): Point => [
    lerp(row[0][0], row[1][0], share),
    row[0][1],
  ]
  const top: readonly [Point, Point] = [cloth.topLeft, cloth.topRight]
  const foot: readonly [Point, Point] = [cloth.footLeft, cloth.footRight]
  const [from, to] = [index / STRIPES, (index + 1) / STRIPES]
  const [a, b, c, d] = [across(top, from), across(top, to), across(foot, to), across(foot, from)]
  fillPolygon(
    context,
    [a, b, c, d],
    downwards(context, a[1], d[1], [
      [0, css(mix(colour, SOOT, palette.isDark ? 0.2 : 0.06))],
      [0.7, css(colour)],
      [1, css(mix(colour, palette.jamb, palette.isNight ? 0.18 : 0.3))],
    ]),
  )
  context.beginPath()
  context.moveTo(d[0], d[1])
  context.lineTo(d[0], d[1] + valance * 0.66)
  context.quadraticCurveTo((c[0] + d[0]) / 2, d[1] + valance * 1.15, c[0], c[1] + valance * 0.66)
  context.lineTo(c[0], c[1])
  context.closePath()
  context.fillStyle = css(mix(colour, SOOT, palette.isDark ? 0.3 : 0.16))
  context.fill()
}

/** An awning: striped canvas in front of the wall, with its valance and its shadow below. */
export function drawAwning(
  surface: Surface,
  opening: Rect,
  position: number,
  palette: Palette,
  unit: number,
): void {
  const { context } = surface
  const cloth = clothOf(opening, position, unit)
  const box = {
    x: cloth.topLeft[0] - unit,
    y: opening.y - 3 * unit,
    w: opening.w * 1.1 + 2 * unit,
    h: 6.5 * unit,
  }
  const light = mix(palette.bladeHigh, WHITE, palette.isDark ? 0 : 0.35)
  const dark = mix(palette.blade, palette.leaf, 0.45)
  if (position > 0.03) {
    const valance = 7 * unit
    context.save()
    context.shadowColor = css(SOOT, palette.isDark ? 0.6 : 0.35)
    context.shadowBlur = 14 * unit * surface.scale
    context.shadowOffsetX = 4 * unit * surface.scale
    context.shadowOffsetY = 9 * unit * surface.scale
    fillPolygon(context, [cloth.topLeft, cloth.topRight, cloth.footRight, cloth.footLeft], css(dark))
    context.restore()
    for (let index = 0; index < STRIPES; index++) {
      stripe(surface, cloth, index, index % 2 === 0 ? dark : light, palette, valance)
    }
    strokeLine(
      context,
      cloth.footLeft,
      cloth.footRight,
      css(mix(palette.bladeLow, SOOT, 0.3), 0.6),
      0.8 * unit,
    )
    const fold = {
      x: cloth.footLeft[0],
      y: cloth.topLeft[1],
      w: cloth.footRight[0] - cloth.footLeft[0],
      h: cloth.footLeft[1] - cloth.topLeft[1],
    }
    clipped(context, fold, () =>
      fillSidewards(context, fold, [
        [0, css(SOOT, 0.16)],
        [0.25, css(SOOT, 0)],
        [0.75, css(WHITE, 0)],
        [1, css(WHITE, palette.isDark ? 0.05 : 0.16)],
      ]),
    )
  }
  fillDownwards(context, box, [
    [0, css(palette.bladeHigh)],
    [0.3, css(mix(palette.blade, palette.bladeHigh, 0.3))],
    [0.85, css(palette.bladeLow)],
    [1, css(mix(palette.bladeLow, SOOT, 0.4))],
  ])
}
