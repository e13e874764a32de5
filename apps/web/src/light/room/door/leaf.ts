import {
  clipped,
  downwards,
  fillDownwards,
  fillRect,
  fillSidewards,
  type Surface,
  sidewards,
  strokeLine,
} from '../../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../../paint/colour.ts'
import type { Rect } from '../../paint/geometry.ts'
import type { Palette } from '../../paint/palette.ts'
import { BOARDS_FROM, cylinderY, doorBar, doorGlass, milkTone, paintGleams } from '../../wall/door-shape.ts'
import { plaster, seeded } from '../../wall/plaster.ts'

const BOARDS = 7

/** The strip of glass in a leaf. The light that passes through it has the same limits. */
export const stripOf = (leaf: Rect): Rect => doorGlass(leaf, 0.21)

const handleOf = (leaf: Rect, unit: number): Rect => doorBar(leaf, 8 * unit)

/** One board: its color, its grain, and a groove with a bright edge. */
function board(context: CanvasRenderingContext2D, rect: Rect, random: () => number, palette: Palette): void {
  const tone = (random() - 0.5) * 0.16
  fillRect(context, rect, css(tone > 0 ? palette.bladeHigh : SOOT, Math.abs(tone)))
  for (let vein = 0; vein < 9; vein++) {
    const x = rect.x + rect.w * (0.06 + 0.88 * random())
    const [from, to] = [rect.y + rect.h * random() * 0.6, rect.y + rect.h * (0.4 + 0.6 * random())]
    const drift = (random() - 0.5) * 3
    context.beginPath()
    context.moveTo(x, from)
    context.bezierCurveTo(x + drift, from + (to - from) * 0.3, x - drift, from + (to - from) * 0.7, x, to)
    context.strokeStyle = css(SOOT, 0.04 + 0.09 * random())
    context.lineWidth = 0.5 + 0.7 * random()
    context.stroke()
  }
  strokeLine(context, [rect.x, rect.y], [rect.x, rect.y + rect.h], css(SOOT, 0.42), 1)
  strokeLine(context, [rect.x + 1, rect.y], [rect.x + 1, rect.y + rect.h], css(palette.bladeHigh, 0.14), 0.8)
}

function wood({ context }: Surface, leaf: Rect, palette: Palette): void {
  fillSidewards(context, leaf, [
    [0, css(mix(palette.leaf, SOOT, 0.22))],
    [0.5, css(palette.leaf)],
    [1, css(mix(palette.leaf, palette.jamb, 0.2))],
  ])
  const random = seeded(5)
  board(context, { ...leaf, w: leaf.w * BOARDS_FROM }, random, palette)
  const first = leaf.x + leaf.w * BOARDS_FROM
  const width = (leaf.x + leaf.w - first) / BOARDS
  for (let index = 0; index < BOARDS; index++) {
    board(context, { x: first + index * width, y: leaf.y, w: width, h: leaf.h }, random, palette)
  }
  plaster(context, leaf, palette.isDark ? 0.07 : 0.1, 0.6)
  fillDownwards(context, leaf, [
    [0, css(SOOT, 0.3)],
    [0.06, css(SOOT, 0.06)],
    [0.3, css(WHITE, palette.isDark ? 0 : 0.05)],
    [1, css(SOOT, 0.16)],
  ])
}

/** The molding around the glass; the glass itself stays transparent. */
function bead({ context }: Surface, leaf: Rect, palette: Palette, unit: number): void {
  const strip = stripOf(leaf)
  const edge = 3 * unit
  const outer = {
    x: strip.x - edge,
    y: strip.y - edge,
    w: strip.w + 2 * edge,
    h: strip.h + 2 * edge,
  }
  fillRect(context, outer, css(mix(palette.frame, SOOT, 0.3)))
  context.strokeStyle = css(palette.bladeHigh, palette.isDark ? 0.16 : 0.3)
  context.lineWidth = 1
  context.strokeRect(outer.x - 0.5, outer.y - 0.5, outer.w + 1, outer.h + 1)
  context.clearRect(strip.x, strip.y, strip.w, strip.h)
}

/** Reflections on clear glass: the shadow of its molding and two highlights of the sky. */
function gleam({ context }: Surface, leaf: Rect, palette: Palette, unit: number): void {
  const strip = stripOf(leaf)
  const clear = palette.isDark ? 0.35 : 1
  paintGleams(context, strip, strip.w * 1.5, [
    [0.34, 0.08, 0.26 * clear],
    [0.45, 0.02, 0.2 * clear],
  ])
  clipped(context, strip, () => {
    fillDownwards(context, { ...strip, h: 14 * unit }, [
      [0, css(SOOT, 0.42)],
      [1, css(SOOT, 0)],
    ])
    fillSidewards(context, { ...strip, w: 7 * unit }, [
      [0, css(SOOT, 0.34)],
      [1, css(SOOT, 0)],
    ])
  })
}

function handle({ context, scale }: Surface, leaf: Rect, palette: Palette, unit: number): void {
  const bar = handleOf(leaf, unit)
  const middle = bar.x + bar.w / 2
  context.save()
  context.shadowColor = css(SOOT, 0.55)
  context.shadowBlur = 9 * unit * scale
  context.shadowOffsetX = 7 * unit * scale
  context.shadowOffsetY = 5 * unit * scale
  context.fillStyle = sidewards(context, bar.x, bar.x + bar.w, [
    [0, css(mix(palette.bladeLow, SOOT, 0.3))],
    [0.35, css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0.1 : 0.5))],
    [0.7, css(palette.blade)],
    [1, css(mix(palette.bladeLow, SOOT, 0.1))],
  ])
  context.beginPath()
  context.roundRect(bar.x, bar.y, bar.w, bar.h, bar.w / 2)
  context.fill()
  context.restore()
  const cylinder = { x: middle, y: cylinderY(leaf) }
  context.save()
  context.shadowColor = css(SOOT, 0.5)
  context.shadowBlur = 5 * unit * scale
  context.shadowOffsetY = 2 * unit * scale
  context.fillStyle = downwards(context, cylinder.y - 7 * unit, cylinder.y + 7 * unit, [
    [0, css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0.1 : 0.4))],
    [1, css(palette.blade)],
  ])
  context.beginPath()
  context.arc(cylinder.x, cylinder.y, 7 * unit, 0, 2 * Math.PI)
  context.fill()
  context.restore()
  context.fillStyle = css(mix(palette.frame, SOOT, 0.4))
  context.beginPath()
  context.roundRect(cylinder.x - 1.5 * unit, cylinder.y - 4 * unit, 3 * unit, 8 * unit, 1.5 * unit)
  context.fill()
}

/** A closed leaf of boards with its glass, handle bar and lock cylinder. Transparent parts are left out. */
export function paintLeaf(surface: Surface, leaf: Rect, palette: Palette, unit: number): void {
  wood(surface, leaf, palette)
  bead(surface, leaf, palette, unit)
  gleam(surface, leaf, palette, unit)
  handle(surface, leaf, palette, unit)
  const { context } = surface
  context.strokeStyle = css(SOOT, 0.62)
  context.lineWidth = 1
  context.strokeRect(leaf.x + 0.5, leaf.y + 0.5, leaf.w - 1, leaf.h - 1)
}

/** The milky foil in the glass. */
export function paintMilk({ context }: Surface, leaf: Rect, palette: Palette): void {
  const strip = stripOf(leaf)
  const milk = milkTone(palette)
  fillDownwards(context, strip, [
    [0, css(mix(milk, SOOT, 0.08), 0.96)],
    [0.3, css(milk, 0.95)],
    [1, css(mix(milk, palette.skyFoot, 0.4), 0.93)],
  ])
  plaster(context, strip, 0.04, 0.5)
}

/** The light in the handle bar: a line along its inner side. */
export function paintLitHandle({ context }: Surface, leaf: Rect, unit: number, led: string): void {
  const bar = handleOf(leaf, unit)
  context.fillStyle = led
  context.beginPath()
  context.roundRect(bar.x - 2.4 * unit, bar.y + bar.w, 2 * unit, bar.h - 2 * bar.w, unit)
  context.fill()
}

/** The origin of the handle light and how far it reaches. */
export function handleGlow(leaf: Rect, unit: number): { x: number; y: number; reach: number } {
  const bar = handleOf(leaf, unit)
  return { x: bar.x - unit, y: bar.y + bar.h / 2, reach: bar.h * 0.66 }
}
