import { fillDownwards, fillSidewards, type Surface } from '../../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../../paint/colour.ts'
import type { Rect } from '../../paint/geometry.ts'
import type { Palette } from '../../paint/palette.ts'

type Context = CanvasRenderingContext2D

/** A shade in the window of a room: its lower edge in CSS pixels, its tilt in degrees. */
export type Hanging = {
  readonly glass: Rect
  readonly position: number
  readonly foot: number
  readonly tilt: number
  readonly unit: number
}

export type DrawHanging = (surface: Surface, hanging: Hanging, palette: Palette) => void

/** The weighted bar at the lower end of a shade, its lower edge at `foot`. */
export function weightBar(
  context: Context,
  glass: Rect,
  foot: number,
  height: number,
  palette: Palette,
): void {
  const bar = { x: glass.x, y: foot - height, w: glass.w, h: height }
  fillDownwards(context, { ...bar, y: bar.y - 3, h: 3 }, [
    [0, css(SOOT, 0)],
    [1, css(SOOT, 0.3)],
  ])
  fillDownwards(context, bar, [
    [0, css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0.05 : 0.35))],
    [0.16, css(palette.bladeHigh)],
    [0.3, css(mix(palette.blade, palette.bladeHigh, 0.4))],
    [0.78, css(mix(palette.bladeLow, palette.blade, 0.3))],
    [1, css(mix(palette.bladeLow, SOOT, 0.5))],
  ])
}

/** A shade hangs behind its frame: it is darker where the side of the frame shades it, and lighter on the other side. */
export function foldedShade(context: Context, rect: Rect, palette: Palette): void {
  fillSidewards(context, rect, [
    [0, css(SOOT, 0.24)],
    [0.12, css(SOOT, 0.03)],
    [0.5, css(SOOT, 0)],
    [0.8, css(palette.bladeHigh, 0.08)],
    [1, css(palette.bladeHigh, 0.18)],
  ])
}
