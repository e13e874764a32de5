import {
  downwards,
  fillPolygon,
  fillRect,
  type Surface,
  sidewards,
  strokeLine,
  tracePolygon,
} from '../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../paint/colour.ts'
import { lerp, type Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { LOUVRES } from '../wall/apertures.ts'

/** The share of the height between ground and eaves that the roof covers in perspective. */
export const ROOF_SHARE = 0.56

/** A row across the roof: its y coordinate on the card and its two ends. */
type Row = { readonly y: number; readonly left: number; readonly right: number }

/** The row at a share 0 (overhead) to 1 (far away) of the roof, in perspective. */
function rowAt(roof: Rect, share: number): Row {
  const depth = (1 / (1 + 0.9 * share) - 1) / (1 / 1.9 - 1)
  const narrowing = roof.w * 0.17 * depth
  return {
    y: lerp(roof.y, roof.y + roof.h * ROOF_SHARE, depth),
    left: roof.x + narrowing,
    right: roof.x + roof.w - narrowing,
  }
}

/** A pergola seen from below, on its posts: louvers against the sky, from 0 (open) to 1 (closed). */
export function drawPergola(
  surface: Surface,
  roof: Rect,
  shut: number,
  opacity: number,
  palette: Palette,
): void {
  const { context } = surface
  const near = rowAt(roof, 0)
  const far = rowAt(roof, 1)
  for (const x of [far.left, far.right - 3]) {
    const fill = sidewards(context, x, x + 3, [
      [0, css(palette.bladeLow)],
      [0.6, css(palette.blade)],
      [1, css(palette.jamb)],
    ])
    fillRect(context, { x, y: far.y, w: 3, h: roof.y + roof.h - far.y }, fill)
  }
  const outline = [
    [near.left, near.y],
    [near.right, near.y],
    [far.right, far.y],
    [far.left, far.y],
  ] as const
  fillPolygon(
    context,
    outline,
    downwards(context, near.y, far.y, [
      [0, css(palette.skyTop)],
      [1, css(palette.skyFoot)],
    ]),
  )
  context.save()
  context.globalAlpha = opacity
  for (let index = 0; index < LOUVRES; index++) {
    const from = rowAt(roof, index / LOUVRES)
    const to = rowAt(roof, Math.min(1, (index + lerp(0.2, 1.04, shut)) / LOUVRES))
    fillPolygon(
      context,
      [
        [from.left, from.y],
        [from.right, from.y],
        [to.right, to.y],
        [to.left, to.y],
      ],
      downwards(context, from.y, to.y, [
        [0, css(mix(palette.blade, palette.bladeHigh, 0.45))],
        [1, css(palette.bladeLow)],
      ]),
    )
    strokeLine(
      context,
      [from.left, from.y],
      [from.right, from.y],
      css(mix(palette.bladeHigh, WHITE, 0.3), 0.8),
      0.5,
    )
  }
  context.restore()
  tracePolygon(context, outline)
  context.lineWidth = 3
  context.strokeStyle = css(mix(mix(palette.bladeLow, palette.frame, 0.3), SOOT, 0.05))
  context.stroke()
  context.lineWidth = 0.5
  context.strokeStyle = css(palette.bladeHigh, 0.7)
  context.stroke()
}
