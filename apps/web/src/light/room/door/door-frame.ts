import { fillDownwards, fillRect, fillSidewards, type Surface, sidewards } from '../../paint/brush.ts'
import { css, mix, SOOT } from '../../paint/colour.ts'
import { lerp } from '../../paint/geometry.ts'
import { cachedLayer } from '../../paint/layers.ts'
import type { Palette } from '../../paint/palette.ts'
import { OPEN_LEAF } from '../../wall/apertures.ts'
import type { RoomFrame } from '../room-frame.ts'
import { wallTone } from '../wall.ts'
import { paintLeaf } from './leaf.ts'

/** The free edge of an open leaf is farther away and therefore drawn this much smaller. */
const FAR_EDGE = 0.9

/** The frame around the leaf, inside the wall. */
export function paintFrame(surface: Surface, frame: RoomFrame, palette: Palette, isLit: boolean): void {
  const { context, scale } = surface
  const { hole, glass: leaf, unit } = frame
  const wall = wallTone(palette, isLit)
  context.save()
  context.shadowColor = css(SOOT, palette.isDark ? 0.6 : 0.3)
  context.shadowBlur = 14 * unit * scale
  context.shadowOffsetX = Math.sign(palette.floorDrift) * 3 * unit * scale
  fillRect(context, hole, css(mix(wall, SOOT, 0.4)))
  context.restore()
  const dark = mix(palette.frame, palette.bladeHigh, 0.12)
  fillSidewards(context, hole, [
    [0, css(mix(dark, SOOT, 0.2))],
    [0.04, css(dark)],
    [0.96, css(mix(palette.frame, palette.jamb, isLit ? 0.4 : 0.24))],
    [1, css(mix(palette.frame, palette.jamb, 0.3))],
  ])
  fillRect(context, { ...hole, h: 1 }, css(palette.bladeHigh, palette.isDark ? 0.12 : 0.3))
  fillRect(
    context,
    { x: leaf.x - 2, y: leaf.y - 2, w: leaf.w + 4, h: leaf.h + 2 },
    css(mix(palette.frame, SOOT, 0.5)),
  )
  context.clearRect(leaf.x, leaf.y, leaf.w, leaf.h)
}

/** The leaf in its position: closed in its frame, or turned away on its left edge. */
export function paintStandingLeaf(
  surface: Surface,
  frame: RoomFrame,
  palette: Palette,
  isOpen: boolean,
): void {
  const { context, scale } = surface
  const { glass: leaf, unit, horizonY } = frame
  const flat = { x: 0, y: 0, w: leaf.w, h: leaf.h }
  const picture = cachedLayer(
    `leaf ${palette.key} ${unit}`,
    { width: leaf.w, height: leaf.h, scale },
    (target) => paintLeaf({ context: target, scale }, flat, palette, unit),
  )
  if (!picture) return
  if (!isOpen) {
    context.drawImage(picture, leaf.x, leaf.y, leaf.w, leaf.h)
    return
  }
  const wide = leaf.w * OPEN_LEAF
  const step = 1 / scale
  for (let x = 0; x < wide; x += step) {
    const turned = x / wide
    // Columns that are farther from the hinge are farther away and therefore closer together.
    const size = lerp(1, FAR_EDGE, turned)
    const source = Math.min(picture.width - 1, (turned / lerp(1 / FAR_EDGE, 1, turned)) * picture.width)
    const top = horizonY + (leaf.y - horizonY) * size
    context.drawImage(picture, source, 0, 1, picture.height, leaf.x + x, top, step * 1.5, leaf.h * size)
  }
  const shade = { x: leaf.x, y: leaf.y, w: wide, h: leaf.h }
  context.globalCompositeOperation = 'source-atop'
  fillRect(
    context,
    shade,
    sidewards(context, leaf.x, leaf.x + wide, [
      [0, css(SOOT, 0.34)],
      [1, css(SOOT, 0.12)],
    ]),
  )
  context.globalCompositeOperation = 'source-over'
}

/** The ground in front of an open door, below everything that stands on it. */
export function paintDoorstep(
  { context }: Surface,
  { glass: leaf, horizonY }: RoomFrame,
  palette: Palette,
): void {
  const far = horizonY + (leaf.y + leaf.h - horizonY) * (FAR_EDGE - 0.03)
  const stone = mix(palette.lit, palette.skyFoot, 0.25)
  context.globalCompositeOperation = 'destination-over'
  fillDownwards(context, { ...leaf, y: far, h: leaf.y + leaf.h - far }, [
    [0, css(mix(stone, palette.ridge, 0.3))],
    [0.12, css(stone)],
    [1, css(mix(stone, SOOT, 0.22))],
  ])
  context.globalCompositeOperation = 'source-over'
}

export function paintHeadShadow({ context }: Surface, { glass: leaf, unit }: RoomFrame): void {
  fillDownwards(context, { ...leaf, h: 20 * unit }, [
    [0, css(SOOT, 0.4)],
    [1, css(SOOT, 0)],
  ])
}
