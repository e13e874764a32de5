import { clipped, fillDownwards, type Surface, strokeLine } from '../../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../../paint/colour.ts'
import { clamp, lerp, type Point } from '../../paint/geometry.ts'
import type { Palette } from '../../paint/palette.ts'
import type { DrawHanging, Hanging } from './bar.ts'

const STRIPES = 12
/** The front of the cloth is farther from the viewer than the wall, so the stripes become narrower toward it. */
const FARTHER = 0.82
const VALANCE = 15

type Cloth = { readonly top: number; readonly foot: number; at: (share: number, y: number) => Point }

/** The cloth seen from inside: wider than the window, so that its sides are never visible, and farther away at the bottom. */
function clothOf({ glass, foot, position, unit }: Hanging): Cloth {
  const bar = Math.max(glass.y, foot - VALANCE * unit)
  const middle = glass.x + glass.w / 2
  const wide = glass.w * 1.24
  return {
    top: glass.y,
    foot: bar,
    at: (share, y) => {
      const out = bar > glass.y ? (y - glass.y) / (bar - glass.y) : 1
      return [middle + (share - 0.5) * wide * lerp(1, lerp(1, FARTHER, position), out), y]
    },
  }
}

/** Every second stripe with its part of the valance, in one fill each, because the cloth is drawn in every frame of a drag. */
function stripes({ context }: Surface, cloth: Cloth, odd: 0 | 1, colour: Rgb, valance: number): void {
  const hem = cloth.foot + valance * 0.62
  context.beginPath()
  for (let index = odd; index < STRIPES; index += 2) {
    const [from, to] = [index / STRIPES, (index + 1) / STRIPES]
    const [a, b] = [cloth.at(from, cloth.top), cloth.at(to, cloth.top)]
    const [c, d] = [cloth.at(to, cloth.foot), cloth.at(from, cloth.foot)]
    context.moveTo(a[0], a[1])
    context.lineTo(b[0], b[1])
    context.lineTo(c[0], c[1])
    context.lineTo(c[0], hem)
    context.quadraticCurveTo((c[0] + d[0]) / 2, cloth.foot + valance * 1.38, d[0], hem)
    context.lineTo(d[0], d[1])
    context.closePath()
  }
  context.fillStyle = css(colour)
  context.fill()
}

/** The underside is in its own shade, but the sun shines through the cloth near its front. */
function underside(surface: Surface, { glass, foot }: Hanging, cloth: Cloth, palette: Palette): void {
  const { context } = surface
  const glow = palette.isNight ? palette.jamb : palette.sun
  const hem = clamp((cloth.foot - glass.y) / (foot - glass.y), 0.01, 0.98)
  context.globalCompositeOperation = 'source-atop'
  fillDownwards(context, { ...glass, h: foot - glass.y }, [
    [0, css(SOOT, palette.isDark ? 0.36 : 0.3)],
    [hem * 0.6, css(SOOT, palette.isDark ? 0.14 : 0.08)],
    [hem, css(glow, palette.isDark ? 0.12 : 0.3)],
    [Math.min(1, hem + 0.001), css(SOOT, palette.isDark ? 0.4 : 0.26)],
    [1, css(SOOT, palette.isDark ? 0.2 : 0.08)],
  ])
  context.globalCompositeOperation = 'source-over'
}

/** An arm from the wall to the front bar, with its joint; it stretches as the cloth extends. */
function arm({ context }: Surface, hanging: Hanging, cloth: Cloth, side: 1 | -1, palette: Palette): void {
  const { glass, position, unit } = hanging
  const middle = glass.x + glass.w / 2
  const shoulder: Point = [middle + side * glass.w * 0.46, glass.y]
  const hand: Point = [middle + side * glass.w * 0.4, cloth.foot]
  const bend = glass.w * 0.26 * (1 - 0.62 * position)
  const elbow: Point = [middle + side * (glass.w * 0.44 - bend), lerp(shoulder[1], hand[1], 0.52)]
  for (const [from, to] of [
    [shoulder, elbow],
    [elbow, hand],
  ] as const) {
    strokeLine(context, [from[0] + 2, from[1] + 3], [to[0] + 2, to[1] + 3], css(SOOT, 0.18), 4.5 * unit)
    strokeLine(context, from, to, css(mix(palette.bladeLow, SOOT, 0.2)), 4 * unit)
    strokeLine(context, [from[0] - 0.8, from[1]], [to[0] - 0.8, to[1]], css(palette.bladeHigh, 0.5), 1)
  }
  context.fillStyle = css(mix(palette.bladeLow, SOOT, 0.4))
  context.beginPath()
  context.arc(elbow[0], elbow[1], 3.2 * unit, 0, 2 * Math.PI)
  context.fill()
}

/** An awning seen from below: striped cloth over the window, its arms, its bar and its valance. */
export const drawAwning: DrawHanging = (surface, hanging, palette) => {
  const { context } = surface
  const { glass, foot, unit } = hanging
  const cloth = clothOf(hanging)
  const light = mix(palette.bladeHigh, WHITE, palette.isDark ? 0.02 : 0.4)
  const dark = mix(palette.blade, palette.leaf, 0.5)
  const valance = Math.min(VALANCE * unit, foot - glass.y)
  clipped(context, { ...glass, h: foot - glass.y + 1 }, () => {
    stripes(surface, cloth, 0, dark, valance)
    stripes(surface, cloth, 1, light, valance)
    underside(surface, hanging, cloth, palette)
    if (cloth.foot - glass.y > 12 * unit) {
      arm(surface, hanging, cloth, -1, palette)
      arm(surface, hanging, cloth, 1, palette)
    }
    const bar = { x: glass.x, y: cloth.foot - 3 * unit, w: glass.w, h: 5 * unit }
    fillDownwards(context, bar, [
      [0, css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0 : 0.3))],
      [0.4, css(palette.blade)],
      [1, css(mix(palette.bladeLow, SOOT, 0.2))],
    ])
  })
}
