import { clipped, fillPolygon } from '../paint/brush.ts'
import { css, mix, type Rgb, WHITE } from '../paint/colour.ts'
import type { Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'

/** Where the boards beside the glass start, as a share of the leaf. */
export const BOARDS_FROM = 0.34

/** The strip of glass in a leaf; `share` is its relative width. */
export const doorGlass = (leaf: Rect, share: number): Rect => ({
  x: leaf.x + leaf.w * 0.08,
  y: leaf.y + leaf.h * 0.08,
  w: leaf.w * share,
  h: leaf.h * 0.84,
})

/** The handle bar of a leaf. */
export const doorBar = (leaf: Rect, width: number): Rect => ({
  x: leaf.x + leaf.w * 0.86 - width / 2,
  y: leaf.y + leaf.h * 0.24,
  w: width,
  h: leaf.h * 0.52,
})

export const cylinderY = (leaf: Rect): number => leaf.y + leaf.h * 0.84

/** The color of the milky foil. */
export const milkTone = (palette: Palette): Rgb =>
  palette.isNight
    ? mix(palette.skyFoot, WHITE, 0.25)
    : mix(palette.bladeHigh, WHITE, palette.isDark ? 0.25 : 0.75)

/** A highlight on clear glass: its start and height as shares of the pane, and its opacity. */
export type Gleam = readonly [top: number, depth: number, strength: number]

/** Reflections on clear glass; the right end is higher by `rise`. */
export function paintGleams(
  context: CanvasRenderingContext2D,
  pane: Rect,
  rise: number,
  gleams: readonly Gleam[],
): void {
  clipped(context, pane, () => {
    for (const [top, depth, strength] of gleams) {
      const y = pane.y + pane.h * top
      const end = pane.x + pane.w
      fillPolygon(
        context,
        [
          [pane.x, y],
          [end, y - rise],
          [end, y - rise + pane.h * depth],
          [pane.x, y + pane.h * depth],
        ],
        css(WHITE, strength),
      )
    }
  })
}
