import { outwards, type Surface, sidewards } from '../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../paint/colour.ts'
import type { Point, Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { seeded } from '../wall/plaster.ts'
import type { RoomFrame } from './room-frame.ts'
import { benchOf } from './terrace.ts'

const SAGE: Rgb = [112, 122, 92]
const CLAY: Rgb = [206, 190, 168]
/** The branches in the vase: how far each leans to the side, and how high it is, in heights of the vase. */
const BRANCHES = [
  [-0.78, 1.5],
  [-0.3, 2.05],
  [0.14, 1.72],
  [0.52, 2.3],
  [0.98, 1.4],
] as const
const LEAVES = 11
const VASE = { w: 34, h: 52 }

/** The point at `share` of a branch that leaves the vase upright and leans over. */
const along = ([x, y]: Point, lean: number, high: number, share: number): Point => [
  x + lean * share * share,
  y - high * share * (1.25 - 0.25 * share),
]

function footOf(frame: RoomFrame, place: number): Point {
  const { seat } = benchOf(frame)
  return [seat.x + seat.w * place, seat.y]
}

/** The part of the room in which the vase and its shadow are. */
export function vaseRect(frame: RoomFrame, place: number): Rect {
  const [x, y] = footOf(frame, place)
  const { unit } = frame
  return {
    x: Math.round(x - 100 * unit),
    y: Math.round(y - 200 * unit),
    w: Math.round(200 * unit),
    h: Math.round(216 * unit),
  }
}

/** A vase of clay with branches on the bench; `at` is its place, 0..1 from left to right. */
export function paintVase(
  { context, scale }: Surface,
  frame: RoomFrame,
  palette: Palette,
  { isLit, at: place }: { isLit: boolean; at: number },
): void {
  const { unit } = frame
  const foot = footOf(frame, place)
  const [w, h] = [VASE.w * unit, VASE.h * unit]
  const mouth: Point = [foot[0], foot[1] - h]
  const ambient = isLit ? palette.lit : palette.shade
  const tone = (colour: Rgb): Rgb =>
    mix(colour, palette.isDark ? mix(ambient, SOOT, 0.3) : ambient, palette.isDark ? 0.62 : 0.3)
  const random = seeded(5)
  context.save()
  context.shadowColor = css(SOOT, palette.isDark ? 0.5 : 0.26)
  context.shadowBlur = 9 * unit * scale
  context.shadowOffsetX = Math.sign(palette.floorDrift) * 13 * unit * scale
  context.shadowOffsetY = 9 * unit * scale
  for (const [lean, high] of BRANCHES) {
    const at = (share: number) => along(mouth, lean * h, high * h, share)
    context.strokeStyle = css(tone(mix(SAGE, SOOT, 0.4)))
    context.lineWidth = 1.3 * unit
    context.beginPath()
    context.moveTo(...mouth)
    for (let step = 1; step <= 12; step++) context.lineTo(...at(step / 12))
    context.stroke()
    for (let leaf = 0; leaf < LEAVES; leaf++) {
      const share = 0.3 + (0.7 * leaf) / (LEAVES - 1)
      const [x, y] = at(share)
      const [, before] = at(share - 0.05)
      const rise = Math.atan2(y - before, lean * h * 0.1 * share)
      const size = (7.4 - 3 * share) * unit
      const turn = rise + (leaf % 2 === 0 ? 0.85 : -0.85) + (random() - 0.5) * 0.5
      context.fillStyle = css(tone(mix(SAGE, random() > 0.5 ? WHITE : SOOT, random() * 0.22)))
      context.beginPath()
      context.ellipse(
        x + Math.cos(turn) * size,
        y + Math.sin(turn) * size,
        size,
        size * 0.44,
        turn,
        0,
        2 * Math.PI,
      )
      context.fill()
    }
  }
  const clay = tone(CLAY)
  context.fillStyle = sidewards(context, foot[0] - w / 2, foot[0] + w / 2, [
    [0, css(mix(clay, SOOT, 0.2))],
    [0.36, css(mix(clay, WHITE, palette.isDark ? 0.06 : 0.28))],
    [1, css(mix(clay, SOOT, 0.34))],
  ])
  const side =
    (direction: 1 | -1) =>
    (across: number, up: number): Point => [foot[0] + direction * across * w, foot[1] - up * h]
  const [left, right] = [side(-1), side(1)]
  context.beginPath()
  context.moveTo(...left(0.27, 0))
  context.bezierCurveTo(...left(0.66, 0.22), ...left(0.56, 0.7), ...left(0.17, 0.84))
  context.lineTo(...left(0.2, 1))
  context.lineTo(...right(0.2, 1))
  context.lineTo(...right(0.17, 0.84))
  context.bezierCurveTo(...right(0.56, 0.7), ...right(0.66, 0.22), ...right(0.27, 0))
  context.closePath()
  context.fill()
  context.restore()
  context.fillStyle = outwards(context, mouth, w * 0.2, [
    [0, css(SOOT, 0.5)],
    [1, css(SOOT, 0.22)],
  ])
  context.beginPath()
  context.ellipse(mouth[0], mouth[1], w * 0.19, 1.6 * unit, 0, 0, 2 * Math.PI)
  context.fill()
}
