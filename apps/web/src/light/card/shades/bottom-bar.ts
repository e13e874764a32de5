import { fillDownwards } from '../../paint/brush.ts'
import { css, mix, SOOT } from '../../paint/colour.ts'
import type { Rect } from '../../paint/geometry.ts'
import type { Palette } from '../../paint/palette.ts'

/** The weighted bar at the lower end of a shade, its lower edge at `foot`. Not drawn for a shade that is fully up. */
export function bottomBar(
  context: CanvasRenderingContext2D,
  glass: Rect,
  foot: number,
  height: number,
  palette: Palette,
): void {
  if (foot - glass.y < 0.6) return
  fillDownwards(context, { x: glass.x, y: foot - height, w: glass.w, h: height }, [
    [0, css(palette.bladeHigh)],
    [0.22, css(mix(palette.blade, palette.bladeHigh, 0.35))],
    [0.8, css(palette.bladeLow)],
    [1, css(mix(palette.bladeLow, SOOT, 0.5))],
  ])
}
