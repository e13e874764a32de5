import {
  clipped,
  downwards,
  fillDownwards,
  fillPolygon,
  fillRect,
  outwards,
  type Surface,
  strokeLine,
} from '../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../paint/colour.ts'
import { clamp, type Point, type Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { plaster, seeded } from '../wall/plaster.ts'
import { floorRows, NEAREST, seen } from './perspective.ts'
import type { RoomFrame } from './room-frame.ts'
import type { LitSurface } from './sunlight.ts'

/** The floor in shade, in a lit room, or in direct sun. */
export type FloorTone = 'shade' | 'lit' | 'sun'

const BOARD = 42
const BOARDS_A_SIDE = 26

/** The scale while light moves over the boards, when the finest grain is not visible. */
export const MOVING_SCALE = 1
export const REST_SCALE = 2
/** The strength of the light that is reflected around the patch. */
export const FLOOR_HALO = 0.34

export const floorRect = ({ size, floorY }: RoomFrame): Rect => ({
  x: 0,
  y: floorY,
  w: size.width,
  h: size.height - floorY,
})

function oakOf(palette: Palette, tone: FloorTone): Rgb {
  const ambient = tone === 'shade' ? palette.shade : palette.lit
  const oak = mix(ambient, palette.oak, 0.52)
  if (tone === 'sun') return mix(mix(oak, palette.jamb, 0.25), palette.sun, palette.isDark ? 0.84 : 0.82)
  return tone === 'shade' ? mix(oak, SOOT, palette.isDark ? 0.14 : 0.08) : oak
}

/** A board from `near` to `far` in the room: its color, its joints and its grain. */
function board(
  context: CanvasRenderingContext2D,
  at: (x: number, depth: number) => Point,
  place: { x: number; from: number; to: number; width: number },
  random: () => number,
  colour: Rgb,
  ink: number,
): void {
  const { x, from, to, width } = place
  const [a, b, c, d] = [at(x, from), at(x + width, from), at(x + width, to), at(x, to)]
  const tone = (random() - 0.5) * 0.13
  fillPolygon(context, [a, b, c, d], css(mix(colour, tone > 0 ? WHITE : SOOT, Math.abs(tone))))
  for (let vein = 0; vein < 5; vein++) {
    const share = 0.08 + 0.84 * random()
    const lean = (random() - 0.5) * 0.1
    const start = from + (to - from) * random() * 0.4
    const end = to - (to - from) * random() * 0.3
    strokeLine(
      context,
      at(x + width * share, start),
      at(x + width * clamp(share + lean, 0.03, 0.97), end),
      css(SOOT, ink * (0.12 + 0.22 * random())),
      0.5 + 0.5 * random(),
    )
  }
  strokeLine(context, c, d, css(SOOT, ink), 0.7)
}

/** The floor boards in one-point perspective, with the brightness of `tone`. */
export function paintBoards({ context }: Surface, frame: RoomFrame, palette: Palette, tone: FloorTone): void {
  const floor = floorRect(frame)
  const at = (x: number, depth: number): Point => seen(frame, x, frame.floorY, depth)
  const colour = oakOf(palette, tone)
  const random = seeded(11)
  const width = BOARD * frame.unit
  const ink = palette.isDark ? 0.44 : tone === 'sun' ? 0.13 : 0.2
  clipped(context, floor, () => {
    fillRect(context, floor, css(colour))
    for (let index = -BOARDS_A_SIDE; index < BOARDS_A_SIDE; index++) {
      const x = frame.vanishX + index * width
      for (let from = -random() * 260; from < NEAREST; ) {
        const to = from + 210 + random() * 240
        const place = { x, width, from: Math.max(0, from), to: Math.min(NEAREST, to) }
        if (to > 0) board(context, at, place, random, colour, ink)
        from = to
      }
      strokeLine(context, at(x, 0), at(x, NEAREST), css(SOOT, ink), 0.7)
    }
    plaster(context, floor, palette.isDark ? 0.05 : 0.06, 0.7)
    if (tone !== 'sun') shadeOfRoom(context, floor, palette)
  })
}

/** The shade where the floor meets the wall, and toward the side of the viewer. */
function shadeOfRoom(context: CanvasRenderingContext2D, floor: Rect, palette: Palette): void {
  fillDownwards(context, floor, [
    [0, css(SOOT, palette.isDark ? 0.34 : 0.2)],
    [0.16, css(SOOT, palette.isDark ? 0.2 : 0.09)],
    [0.6, css(SOOT, 0)],
    [1, css(palette.isDark ? SOOT : WHITE, palette.isDark ? 0.3 : 0.1)],
  ])
}

/** The reflection of an opening in the varnish: a faint streak of its sky. */
export function paintPolish({ context }: Surface, frame: RoomFrame, opening: Rect, palette: Palette): void {
  const floor = floorRect(frame)
  const end = floor.y + floor.h * 0.85
  clipped(context, floor, () => {
    fillPolygon(
      context,
      [
        [opening.x, floor.y],
        [opening.x + opening.w, floor.y],
        [opening.x + opening.w * 1.06, end],
        [opening.x - opening.w * 0.06, end],
      ],
      downwards(context, floor.y, end, [
        [0, css(palette.skyFoot, palette.isDark ? 0.12 : 0.2)],
        [1, css(palette.skyFoot, 0)],
      ]),
    )
    fillRect(
      context,
      floor,
      outwards(context, [frame.vanishX, floor.y + floor.h * 0.3], frame.size.width * 0.6, [
        [0, css(palette.jamb, palette.isDark ? 0.1 : 0.16)],
        [1, css(palette.jamb, 0)],
      ]),
    )
  })
}

/** The floor as a surface for the light of `opening`. */
export const sunlitFloor = (frame: RoomFrame, opening: Rect, palette: Palette): LitSurface => ({
  rect: floorRect(frame),
  rows: floorRows(frame, opening, palette),
  key: `sunlit boards ${palette.key} ${frame.floorY} ${frame.horizonY} ${frame.vanishX}`,
  paint: (surface) => paintBoards(surface, frame, palette, 'sun'),
})
