import { fillDownwards, fillRect, fillSidewards, type Surface, strokeLine } from '../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../paint/colour.ts'
import { lerp, type Rect, radians } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'

/** The louvers of the roof, which one sees from their ends, and their angles when it is open and closed. */
const LOUVRES = 13
const OPEN_DEGREES = 78
const CLOSED_DEGREES = 4

/** A pergola from the front: posts, the beam with the ends of its louvers, and the light that they let onto the wall behind. */
export function drawFrontPergola(
  { context }: Surface,
  hole: Rect,
  { position, opacity, light }: { position: number; opacity: number; light: number },
  palette: Palette,
): void {
  const post = hole.w * 0.035
  const beam = hole.h * 0.1
  const inner = { x: hole.x + post, y: hole.y + beam, w: hole.w - 2 * post, h: hole.h - beam }
  const pitch = inner.w / LOUVRES
  fillDownwards(context, inner, [
    [0, css(SOOT, palette.isDark ? 0.4 : 0.26)],
    [0.7, css(SOOT, palette.isDark ? 0.2 : 0.12)],
    [1, css(SOOT, 0.04)],
  ])
  // What falls between the louvers lies on the wall as bars of light, which lean away from the sun.
  const lean = inner.h * palette.slope * 0.5
  for (let bar = 0; bar < LOUVRES && light > 0.02 && !palette.isNight; bar += 1) {
    const x = inner.x + pitch * (bar + 0.5)
    const foot = Math.min(inner.x + inner.w, x + lean)
    strokeLine(
      context,
      [x, inner.y],
      [foot, inner.y + inner.h * 0.72],
      css(palette.sun, 0.5 * light),
      pitch * 0.42 * light,
    )
  }
  const metal = [
    [0, css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0 : 0.2))],
    [0.5, css(palette.blade)],
    [1, css(palette.bladeLow)],
  ] as const
  for (const x of [hole.x, hole.x + hole.w - post])
    fillSidewards(context, { x, y: hole.y, w: post, h: hole.h }, metal)
  fillDownwards(context, { ...hole, h: beam * 0.28 }, metal)
  fillDownwards(context, { ...hole, y: hole.y + beam * 0.82, h: beam * 0.18 }, metal)
  fillRect(
    context,
    { ...inner, y: hole.y + beam * 0.28, h: beam * 0.54 },
    css(mix(palette.skyFoot, palette.bladeLow, palette.isNight ? 0.75 : 0.25)),
  )
  context.save()
  context.globalAlpha = opacity
  const angle = radians(lerp(OPEN_DEGREES, CLOSED_DEGREES, position))
  const half = pitch * 0.56
  for (let louvre = 0; louvre < LOUVRES; louvre += 1) {
    const x = inner.x + pitch * (louvre + 0.5)
    const y = hole.y + beam * 0.55
    const [across, down] = [Math.cos(angle) * half, Math.min(Math.sin(angle) * half, beam * 0.25)]
    strokeLine(
      context,
      [x - across, y + down],
      [x + across, y - down],
      css(mix(palette.bladeLow, SOOT, 0.2)),
      beam * 0.1,
    )
  }
  context.restore()
}
