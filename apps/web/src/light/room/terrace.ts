import {
  clipped,
  downwards,
  fillDownwards,
  fillPolygon,
  fillRect,
  fillSidewards,
  type Surface,
  sidewards,
  strokeLine,
} from '../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../paint/colour.ts'
import type { Point, Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { plaster, seeded } from '../wall/plaster.ts'
import type { FloorTone } from './floor.ts'
import { NEAREST, seen } from './perspective.ts'
import type { RoomFrame } from './room-frame.ts'

const SLAB = 74
const SLABS_A_SIDE = 16

/** The color of a surface in the shade, in daylight or in direct sun. */
function toneOf(base: Rgb, palette: Palette, tone: FloorTone): Rgb {
  return tone === 'sun' ? mix(base, palette.sun, palette.isDark ? 0.86 : 0.9) : base
}

/** The paving in one-point perspective: square slabs, each slightly different. */
export function paintPaving({ context }: Surface, frame: RoomFrame, palette: Palette, tone: FloorTone): void {
  const { size, floorY, vanishX, unit } = frame
  const ground = { x: 0, y: floorY, w: size.width, h: size.height - floorY }
  const ambient = mix(tone === 'shade' ? palette.shade : palette.lit, SOOT, palette.isDark ? 0.12 : 0.09)
  const colour = toneOf(ambient, palette, tone)
  const ink = palette.isDark ? 0.34 : tone === 'sun' ? 0.1 : 0.14
  const slab = SLAB * unit
  const random = seeded(23)
  const at = (x: number, depth: number): Point => seen(frame, x, floorY, depth)
  clipped(context, ground, () => {
    fillRect(context, ground, css(colour))
    for (let column = -SLABS_A_SIDE; column < SLABS_A_SIDE; column++) {
      for (let depth = 0; depth < NEAREST; depth += slab) {
        const x = vanishX + column * slab
        const end = Math.min(NEAREST, depth + slab)
        const shift = (random() - 0.5) * (palette.isDark ? 0.08 : 0.055)
        fillPolygon(
          context,
          [at(x, depth), at(x + slab, depth), at(x + slab, end), at(x, end)],
          css(mix(colour, shift > 0 ? WHITE : SOOT, Math.abs(shift))),
        )
      }
    }
    for (let column = -SLABS_A_SIDE; column <= SLABS_A_SIDE; column++) {
      const x = vanishX + column * slab
      strokeLine(context, at(x, 0), at(x, NEAREST), css(SOOT, ink), 0.8)
    }
    for (let depth = 0; depth < NEAREST; depth += slab) {
      const y = at(0, depth)[1]
      strokeLine(context, [0, y], [size.width, y], css(SOOT, ink), 0.8)
    }
    plaster(context, ground, palette.isDark ? 0.07 : 0.1, 0.8)
    if (tone === 'sun') return
    fillRect(
      context,
      ground,
      downwards(context, floorY, size.height, [
        [0, css(SOOT, palette.isDark ? 0.26 : 0.16)],
        [0.4, css(SOOT, 0)],
        [1, css(palette.isDark ? SOOT : WHITE, palette.isDark ? 0.24 : 0.06)],
      ]),
    )
  })
}

/** The back wall, on which most of the stripes of light fall. */
export function paintBackWall(
  { context }: Surface,
  frame: RoomFrame,
  palette: Palette,
  tone: FloorTone,
): void {
  const { hole } = frame
  const ambient = mix(tone === 'shade' ? palette.shade : palette.lit, SOOT, palette.isDark ? 0.1 : 0.04)
  fillRect(context, hole, css(toneOf(ambient, palette, tone)))
  plaster(context, hole, palette.isDark ? 0.06 : 0.1)
  plaster(context, hole, palette.isDark ? 0.07 : 0.12, 2.9)
  if (tone === 'sun') return
  fillDownwards(context, hole, [
    [0, css(SOOT, palette.isDark ? 0.34 : 0.2)],
    [0.12, css(SOOT, palette.isDark ? 0.14 : 0.06)],
    [0.7, css(SOOT, 0)],
    [1, css(SOOT, palette.isDark ? 0.18 : 0.08)],
  ])
}

type Bench = { readonly seat: Rect; readonly legs: readonly Rect[] }

/** The place of the bench. */
export function benchOf({ hole, floorY, unit }: RoomFrame): Bench {
  const w = hole.w * 0.56
  const seat = { x: hole.x + (hole.w - w) / 2 + hole.w * 0.06, y: floorY - 32 * unit, w, h: 9 * unit }
  const legs = [0.08, 0.92].map((share) => ({
    x: seat.x + share * w - 3 * unit,
    y: seat.y + seat.h,
    w: 6 * unit,
    h: floorY + 6 * unit - seat.y - seat.h,
  }))
  return { seat, legs }
}

/** Draws only the blurred shadow of a rectangle. */
function softShadow({ context, scale }: Surface, rect: Rect, blur: number, alpha: number): void {
  const far = 4_000
  context.save()
  context.shadowColor = css(SOOT, alpha)
  context.shadowBlur = blur * scale
  context.shadowOffsetX = far * scale
  context.translate(-far, 0)
  fillRect(context, rect, css(SOOT))
  context.restore()
}

/** The shadows of bench and beam; they become darker with more sun. */
export function paintBenchShadow(surface: Surface, frame: RoomFrame, palette: Palette): void {
  const { seat } = benchOf(frame)
  const { unit, floorY } = frame
  const drift = palette.floorDrift * 34 * unit
  const depth = palette.isDark ? 0.6 : 0.4
  const fall = { x: seat.x + drift, y: seat.y + seat.h + 9 * unit, w: seat.w, h: floorY - seat.y - 14 * unit }
  softShadow(surface, fall, 12 * unit, depth)
  softShadow(
    surface,
    { x: seat.x + drift * 0.6, y: floorY + 3 * unit, w: seat.w, h: 7 * unit },
    10 * unit,
    depth * 0.9,
  )
}

/** A bench of oak on two legs. */
export function paintBench({ context }: Surface, frame: RoomFrame, palette: Palette): void {
  const { seat, legs } = benchOf(frame)
  for (const leg of legs) {
    fillSidewards(context, leg, [
      [0, css(mix(palette.leaf, SOOT, 0.62))],
      [0.6, css(mix(palette.leaf, SOOT, 0.4))],
      [1, css(mix(palette.leaf, SOOT, 0.56))],
    ])
  }
  fillDownwards(context, seat, [
    [0, css(mix(palette.leaf, palette.jamb, 0.42))],
    [0.42, css(mix(palette.leaf, palette.jamb, 0.28))],
    [0.46, css(mix(palette.leaf, SOOT, 0.2))],
    [1, css(mix(palette.leaf, SOOT, 0.4))],
  ])
  strokeLine(
    context,
    [seat.x, seat.y + 0.5],
    [seat.x + seat.w, seat.y + 0.5],
    css(mix(palette.jamb, WHITE, 0.4), palette.isDark ? 0.3 : 0.7),
    1,
  )
}

function beam(surface: Surface, from: Point, to: Point, width: number, colour: Rgb): void {
  strokeLine(surface.context, from, to, css(colour), width)
}

/** The posts and beams that carry the louvers. */
export function paintPosts(surface: Surface, frame: RoomFrame, palette: Palette): void {
  const { context } = surface
  const { hole, floorY, unit } = frame
  const right = hole.x + hole.w
  const wide = 9 * unit
  for (const [x, inner] of [
    [hole.x, 1],
    [right, -1],
  ] as const) {
    const near = seen(frame, x, hole.y, NEAREST)
    beam(surface, [x, hole.y], near, wide * 1.1, mix(palette.bladeLow, palette.frame, inner > 0 ? 0.55 : 0.4))
    strokeLine(
      context,
      [x + inner * 3, hole.y],
      [near[0] + inner * 3, near[1]],
      css(palette.bladeHigh, palette.isDark ? 0.16 : 0.3),
      1,
    )
    const post = { x: x - wide / 2, y: hole.y, w: wide, h: floorY - hole.y }
    fillRect(
      context,
      post,
      sidewards(context, post.x, post.x + wide, [
        [0, css(mix(palette.bladeLow, palette.frame, 0.55))],
        [0.5, css(mix(palette.blade, palette.bladeLow, 0.45))],
        [0.82, css(mix(palette.blade, palette.jamb, 0.34))],
        [1, css(palette.bladeLow)],
      ]),
    )
  }
  fillRect(
    context,
    { x: hole.x - wide / 2, y: hole.y - 4 * unit, w: hole.w + wide, h: 8 * unit },
    downwards(context, hole.y - 4 * unit, hole.y + 4 * unit, [
      [0, css(mix(palette.bladeLow, palette.frame, 0.5))],
      [0.62, css(mix(palette.bladeLow, palette.frame, 0.2))],
      [0.72, css(mix(palette.bladeHigh, palette.bladeLow, 0.2))],
      [0.84, css(palette.bladeLow)],
      [1, css(mix(palette.bladeLow, SOOT, 0.4))],
    ]),
  )
  fillRect(context, { x: hole.x, y: floorY - 1, w: hole.w, h: 1.5 }, css(SOOT, palette.isDark ? 0.6 : 0.36))
}
