import { fillRect, type Surface } from '../paint/brush.ts'
import { css, mix, WHITE } from '../paint/colour.ts'
import type { Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'

/** Light along the edges of a closed leaf that is unlocked, mostly along its free edge. */
export function paintCrack({ context, scale }: Surface, leaf: Rect, palette: Palette, wide: number): void {
  const light = palette.isDark ? mix(palette.skyFoot, palette.jamb, 0.4) : mix(palette.sun, WHITE, 0.3)
  context.save()
  context.shadowColor = css(palette.isDark ? palette.skyFoot : mix(palette.sun, palette.jamb, 0.5), 0.95)
  context.shadowBlur = 7 * wide * scale
  for (const edge of [
    { x: leaf.x + leaf.w - wide, y: leaf.y, w: wide, h: leaf.h },
    { x: leaf.x, y: leaf.y - wide / 4, w: leaf.w, h: wide / 2 },
    { x: leaf.x, y: leaf.y, w: wide / 2, h: leaf.h },
  ]) {
    // Drawn twice, because one glow is not visible on a bright wall.
    fillRect(context, edge, css(light))
    fillRect(context, edge, css(light))
  }
  context.restore()
}
