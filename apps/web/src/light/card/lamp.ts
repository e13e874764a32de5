import { fillRect, fillSidewards, type Surface } from '../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../paint/colour.ts'
import type { Point, Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { paintSconceLight } from '../wall/sconce-light.ts'
import { BRONZE, LED, WARM } from './lamp-light.ts'

const WIDTH = 22
const HALF_HEIGHT = 20
/** The height of the openings at both ends. */
const GLASS = 4

/** A wall lamp at `place`, throwing its light up and down `wall` by its brightness 0..1. */
export function drawLamp(
  surface: Surface,
  place: Point,
  wall: Rect,
  brightness: number,
  palette: Palette,
): void {
  const { context } = surface
  const [x, y] = place
  const { isDark, bladeHigh, frame } = palette
  const metal = isDark ? mix(BRONZE, SOOT, 0.4) : frame
  const body = { x: x - WIDTH / 2, y: y - HALF_HEIGHT, w: WIDTH, h: 2 * HALF_HEIGHT }
  context.save()
  if (brightness > 0) {
    context.globalAlpha = 0.3 + 0.7 * brightness
    if (isDark) context.globalCompositeOperation = 'lighter'
    const sconce = { half: HALF_HEIGHT, away: 9, colour: isDark ? WARM : LED }
    paintSconceLight(context, wall, [x - wall.x, y - wall.y], sconce)
    context.restore()
    context.save()
  }
  context.shadowColor = css(SOOT, 0.4)
  context.shadowBlur = 8 * surface.scale
  fillRect(context, body, css(brightness > 0 ? LED : mix(metal, WHITE, 0.34)))
  context.restore()
  fillSidewards(context, { ...body, y: body.y + GLASS, h: body.h - 2 * GLASS }, [
    [0.3, css(mix(metal, bladeHigh, 0.36))],
    [1, css(metal)],
  ])
}
