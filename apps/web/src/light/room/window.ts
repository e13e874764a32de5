import {
  downwards,
  fillDownwards,
  fillPolygon,
  fillRect,
  fillSidewards,
  type Surface,
  sidewards,
} from '../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../paint/colour.ts'
import type { Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import type { Aperture } from '../wall/apertures.ts'
import type { Bars } from '../wall/patch-field.ts'
import { paintStripes, revealFaces } from '../wall/reveal.ts'
import type { RoomFrame } from './room-frame.ts'
import { wallTone } from './wall.ts'

/** A window of two sashes: the dark part where they meet. */
export const ROOM_BARS: Bars = { across: [{ from: 0.488, to: 0.512 }], down: [] }

const right = ({ x, w }: Rect): number => x + w
const foot = ({ y, h }: Rect): number => y + h

/** The four side faces of the hole in the wall. The sun lights the side that is farther from it. */
function faces({ hole, casing }: RoomFrame, palette: Palette) {
  const { head, sill, left, right: across } = revealFaces(hole, casing)
  const isFromLeft = palette.floorDrift > 0
  return { head, sill, shaded: isFromLeft ? left : across, struck: isFromLeft ? across : left }
}

/** The depth of the wall around the window, in the shade or in a lit room. */
export function paintReveal({ context }: Surface, frame: RoomFrame, palette: Palette, isLit: boolean): void {
  const { hole, casing } = frame
  const wall = wallTone(palette, isLit)
  const bounce = isLit ? (palette.isDark ? 0.08 : 0.2) : 0
  const { head, sill, shaded, struck } = faces(frame, palette)
  const dark = mix(mix(wall, SOOT, palette.isDark ? 0.4 : 0.3), palette.jamb, bounce)
  fillPolygon(
    context,
    head,
    downwards(context, hole.y, casing.y, [
      [0, css(mix(dark, wall, 0.3))],
      [1, css(mix(dark, SOOT, 0.08))],
    ]),
  )
  const side = mix(mix(wall, SOOT, palette.isDark ? 0.26 : 0.17), palette.jamb, bounce)
  const isFromLeft = palette.floorDrift > 0
  const [outer, inner] = isFromLeft ? [hole.x, casing.x] : [right(hole), right(casing)]
  fillPolygon(
    context,
    shaded,
    sidewards(context, outer, inner, [
      [0, css(mix(side, wall, 0.45))],
      [1, css(mix(side, SOOT, 0.06))],
    ]),
  )
  const [far, near] = isFromLeft ? [right(hole), right(casing)] : [hole.x, casing.x]
  fillPolygon(
    context,
    struck,
    sidewards(context, far, near, [
      [0, css(mix(wall, SOOT, 0.03))],
      [1, css(mix(wall, SOOT, 0.12))],
    ]),
  )
  fillPolygon(context, sill, css(mix(wall, palette.isDark ? SOOT : WHITE, 0.08)))
  context.strokeStyle = css(palette.isDark ? palette.ink : SOOT, palette.isDark ? 0.16 : 0.36)
  context.lineWidth = 1
  context.strokeRect(hole.x + 0.5, hole.y + 0.5, hole.w - 1, hole.h - 1)
}

/** The sill under the window, and its shadow on the wall. */
export function paintSill(surface: Surface, frame: RoomFrame, palette: Palette, isLit: boolean): void {
  const { context, scale } = surface
  const { hole, unit } = frame
  const over = 11 * unit
  const slab = { x: hole.x - over, y: foot(hole), w: hole.w + 2 * over, h: 8 * unit }
  const wall = wallTone(palette, isLit)
  context.save()
  context.shadowColor = css(SOOT, palette.isDark ? 0.6 : 0.34)
  context.shadowBlur = 20 * unit * scale
  context.shadowOffsetX = Math.sign(palette.floorDrift) * 4 * unit * scale
  context.shadowOffsetY = 9 * unit * scale
  fillRect(context, slab, css(wall))
  context.restore()
  fillDownwards(context, slab, [
    [0, css(mix(wall, isLit ? palette.jamb : WHITE, palette.isDark ? 0.16 : 0.55))],
    [0.28, css(mix(wall, WHITE, palette.isDark ? 0 : 0.12))],
    [0.34, css(mix(wall, SOOT, 0.04))],
    [1, css(mix(wall, SOOT, palette.isDark ? 0.36 : 0.2))],
  ])
}

/** The frame of the window and the part where its sashes meet; the glass stays transparent. */
export function paintCasing({ context }: Surface, frame: RoomFrame, palette: Palette): void {
  const { casing, glass, unit } = frame
  context.save()
  context.beginPath()
  context.rect(casing.x, casing.y, casing.w, casing.h)
  context.rect(glass.x, glass.y, glass.w, glass.h)
  context.fillStyle = css(palette.frame)
  context.fill('evenodd')
  context.restore()
  const edge = mix(palette.frame, palette.jamb, 0.42)
  const isFromLeft = palette.floorDrift > 0
  const litEdge = isFromLeft ? casing.x : right(casing) - 1
  fillRect(context, { x: litEdge, y: casing.y, w: 1, h: casing.h }, css(edge, 0.35))
  fillRect(context, { x: casing.x, y: foot(casing) - 6 * unit, w: casing.w, h: 1 }, css(edge, 0.6))
  const width = Math.max(4, Math.round((glass.w * 0.024) / 2) * 2)
  const x = Math.round(glass.x + glass.w / 2 - width / 2)
  const stops = [
    [0, css(mix(palette.frame, palette.jamb, isFromLeft ? 0.02 : 0.34))],
    [0.3, css(mix(palette.frame, palette.bladeHigh, 0.1))],
    [0.7, css(palette.frame)],
    [1, css(mix(palette.frame, palette.jamb, isFromLeft ? 0.34 : 0.02))],
  ] as const
  fillSidewards(context, { x, y: glass.y, w: width, h: glass.h }, stops)
}

/** The shadow of the top and one side on glass and shade, and the edge of the frame in the light. */
export function paintPaneShadow({ context }: Surface, frame: RoomFrame, palette: Palette): void {
  const { glass, unit } = frame
  const deep = 30 * unit
  fillDownwards(context, { ...glass, h: deep }, [
    [0, css(SOOT, 0.42)],
    [0.35, css(SOOT, 0.17)],
    [1, css(SOOT, 0)],
  ])
  const wide = 16 * unit
  const isFromLeft = palette.floorDrift > 0
  const [from, to] = isFromLeft ? [glass.x, glass.x + wide] : [right(glass), right(glass) - wide]
  fillRect(
    context,
    { ...glass, x: Math.min(from, to), w: wide },
    sidewards(context, from, to, [
      [0, css(SOOT, 0.28)],
      [1, css(SOOT, 0)],
    ]),
  )
  context.strokeStyle = css(mix(palette.frame, palette.jamb, 0.5), 0.5)
  context.lineWidth = 1
  context.strokeRect(glass.x - 0.5, glass.y - 0.5, glass.w + 1, glass.h + 1)
}

/** Stripes of light on the side face that the sun lights. */
export function paintJamb(
  { context }: Surface,
  frame: RoomFrame,
  palette: Palette,
  list: readonly Aperture[],
): void {
  const { hole, casing, glass } = frame
  const isFromLeft = palette.floorDrift > 0
  const [near, far] = isFromLeft ? [right(casing), right(hole)] : [casing.x, hole.x]
  paintStripes(context, faces(frame, palette).struck, {
    near,
    far,
    fall: Math.abs(far - near) * 0.62,
    top: glass.y,
    height: glass.h,
    list,
    colour: (strength) => css(palette.jamb, strength * 0.94),
  })
}

/** The sunlit part of the sill, without the corner in the shade of the side face. */
export function paintLitSill({ context }: Surface, frame: RoomFrame, palette: Palette): void {
  const { hole } = frame
  const { sill } = faces(frame, palette)
  const isFromLeft = palette.floorDrift > 0
  const shadow = hole.w * 0.05 * (isFromLeft ? 1 : -1)
  fillPolygon(
    context,
    sill.map(([x, y], index) => [index === (isFromLeft ? 0 : 1) ? x + shadow : x, y]),
    css(palette.jamb),
  )
}

/** The side face that the sun lights. */
export function struckRect({ hole, casing }: RoomFrame, palette: Palette): Rect {
  const isFromLeft = palette.floorDrift > 0
  const x = isFromLeft ? right(casing) : hole.x
  const w = isFromLeft ? right(hole) - right(casing) : casing.x - hole.x
  return { x, y: casing.y, w, h: foot(hole) - casing.y }
}

export const sillRect = ({ hole, casing }: RoomFrame): Rect => ({
  x: hole.x,
  y: foot(casing),
  w: hole.w,
  h: foot(hole) - foot(casing),
})
