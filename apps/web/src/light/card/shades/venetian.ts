import { downwards, fillRect, type Surface, strokeLine } from '../../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../../paint/colour.ts'
import { type Rect, radians } from '../../paint/geometry.ts'
import type { Palette } from '../../paint/palette.ts'
import { SLATS } from '../../wall/apertures.ts'
import { bottomBar } from './bottom-bar.ts'
import type { DrawShade } from './shade.ts'

/** The slats are a little deeper than their distance, like real ones, so that they can close. */
const SLAT_DEPTH = 1.06

function slat(surface: Surface, blade: Rect, showsUpperFace: boolean, palette: Palette, unit: number): void {
  const { context } = surface
  const edge = 0.6 + 0.2 * unit
  const upper = [
    mix(palette.bladeHigh, WHITE, palette.isDark ? 0.02 : 0.4),
    mix(palette.bladeHigh, palette.blade, 0.25),
  ] as const
  const lower = [
    mix(palette.blade, palette.bladeLow, 0.15),
    mix(palette.bladeLow, palette.blade, 0.15),
  ] as const
  const [near, far] = showsUpperFace ? upper : lower
  context.fillStyle = downwards(context, blade.y, blade.y + blade.h, [
    [0, css(mix(near, palette.bladeHigh, 0.2))],
    [0.5, css(mix(near, far, 0.5))],
    [1, css(far)],
  ])
  context.beginPath()
  context.roundRect(blade.x, blade.y, blade.w, blade.h, Math.min(blade.h / 2, unit))
  context.fill()
  fillRect(
    context,
    { ...blade, h: edge },
    css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0.1 : 0.6), showsUpperFace ? 0.95 : 0.85),
  )
  fillRect(
    context,
    { ...blade, y: blade.y + blade.h - edge, h: edge },
    css(mix(palette.bladeLow, SOOT, 0.35), 0.85),
  )
  if (!palette.isNight) return
  // The light from behind is visible at both edges of the slat.
  const glow = downwards(context, blade.y, blade.y + blade.h, [
    [0, css(palette.jamb, 0.5)],
    [0.22, css(palette.jamb, 0.12)],
    [0.7, css(palette.jamb, 0.04)],
    [1, css(palette.jamb, 0.34)],
  ])
  fillRect(context, blade, glow)
}

/** A venetian blind: slats on cords, turned by the tilt and lowered from above. */
export const drawVenetian: DrawShade = (surface, glass, hang, palette, unit) => {
  const { context } = surface
  const pitch = glass.h / SLATS
  const foot = glass.y + hang.position * glass.h
  const seen = Math.max(unit, Math.abs(Math.sin(radians(hang.tilt))) * pitch * SLAT_DEPTH)
  for (const share of [0.16, 0.84]) {
    const x = glass.x + share * glass.w
    strokeLine(context, [x, glass.y], [x, Math.max(glass.y, foot)], css(palette.bladeLow, 0.75), 0.5 * unit)
  }
  const down = Math.floor(hang.position * SLATS + 1e-6)
  for (let index = 0; index < down; index++) {
    const middle = glass.y + (index + 0.62) * pitch
    const blade = { x: glass.x + unit, y: middle - seen / 2, w: glass.w - 2 * unit, h: seen }
    slat(surface, blade, hang.tilt < 0, palette, unit)
  }
  const bar = { ...glass, x: glass.x + unit, w: glass.w - 2 * unit }
  bottomBar(context, bar, foot, 2.6 * unit, palette)
}
