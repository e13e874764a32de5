import { downwards, fillDownwards, fillRect, fillSidewards, outwards, type Surface } from '../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../paint/colour.ts'
import type { Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { plaster } from '../wall/plaster.ts'
import { paintBoards, paintPolish } from './floor.ts'
import type { RoomFrame } from './room-frame.ts'

const SKIRTING = 11

/** The color of the plaster in the shade or in full light; the wall with the window stands against the light. */
export function wallTone(palette: Palette, isLit: boolean): Rgb {
  const ambient = isLit ? palette.lit : palette.shade
  return palette.isDark
    ? mix(ambient, SOOT, 0.18)
    : mix(mix(ambient, palette.lit, isLit ? 0 : 0.22), WHITE, 0.14)
}

function paintPlaster({ context }: Surface, frame: RoomFrame, palette: Palette, isLit: boolean): void {
  const { isDark } = palette
  const wall = { x: 0, y: 0, w: frame.size.width, h: frame.floorY }
  fillRect(context, wall, css(wallTone(palette, isLit)))
  fillDownwards(context, wall, [
    [0, css(SOOT, isDark ? 0.26 : 0.12)],
    [0.5, css(SOOT, isDark ? 0.04 : 0.02)],
    [1, css(SOOT, 0)],
  ])
  const corner = isDark ? 0.2 : 0.07
  fillSidewards(context, wall, [
    [0, css(SOOT, corner)],
    [0.3, css(SOOT, 0)],
    [0.7, css(SOOT, 0)],
    [1, css(SOOT, corner)],
  ])
  if (isLit) {
    const warm = isDark ? mix(palette.sun, palette.jamb, 0.4) : palette.jamb
    fillRect(
      context,
      wall,
      downwards(context, wall.h * 0.45, wall.h, [
        [0, css(warm, 0)],
        [1, css(warm, isDark ? 0.22 : 0.36)],
      ]),
    )
    const middle = frame.hole.x + frame.hole.w * (palette.floorDrift > 0 ? 0.8 : 0.2)
    fillRect(
      context,
      wall,
      outwards(context, [middle, wall.h], wall.w * 0.8, [
        [0, css(warm, isDark ? 0.2 : 0.3)],
        [1, css(warm, 0)],
      ]),
    )
  }
  plaster(context, wall, isDark ? 0.05 : 0.075)
  plaster(context, wall, isDark ? 0.06 : 0.09, 3.1)
}

function skirting({ context }: Surface, frame: RoomFrame, palette: Palette, isLit: boolean): void {
  const high = SKIRTING * frame.unit
  const board: Rect = { x: 0, y: frame.floorY - high, w: frame.size.width, h: high }
  const tone = mix(wallTone(palette, isLit), palette.isDark ? SOOT : WHITE, palette.isDark ? 0.12 : 0.2)
  fillDownwards(context, { ...board, y: board.y - 3, h: 3 }, [
    [0, css(SOOT, 0)],
    [1, css(SOOT, palette.isDark ? 0.2 : 0.08)],
  ])
  fillRect(
    context,
    board,
    downwards(context, board.y, frame.floorY, [
      [0, css(mix(tone, WHITE, palette.isDark ? 0.06 : 0.3))],
      [0.14, css(tone)],
      [0.86, css(mix(tone, SOOT, 0.06))],
      [1, css(mix(tone, SOOT, palette.isDark ? 0.5 : 0.28))],
    ]),
  )
  fillRect(
    context,
    { x: 0, y: frame.floorY - 0.5, w: frame.size.width, h: 1.2 },
    css(SOOT, palette.isDark ? 0.7 : 0.5),
  )
}

/** The empty room: its wall and its floor, in which `opening` is reflected. */
export function paintShell(
  surface: Surface,
  frame: RoomFrame,
  palette: Palette,
  isLit: boolean,
  opening: Rect | null,
): void {
  paintPlaster(surface, frame, palette, isLit)
  paintBoards(surface, frame, palette, isLit ? 'lit' : 'shade')
  if (isLit && opening) paintPolish(surface, frame, opening, palette)
  skirting(surface, frame, palette, isLit)
}
