import { fillPolygon, tracePolygon } from '../paint/brush.ts'
import type { Point, Rect } from '../paint/geometry.ts'
import type { Aperture } from './apertures.ts'

export type Face = readonly Point[]

/** The four side faces between the hole in a wall and the window frame in it. */
export function revealFaces(hole: Rect, casing: Rect): { head: Face; sill: Face; left: Face; right: Face } {
  const [right, foot] = [hole.x + hole.w, hole.y + hole.h]
  const [inRight, inFoot] = [casing.x + casing.w, casing.y + casing.h]
  const head: Face = [
    [hole.x, hole.y],
    [right, hole.y],
    [inRight, casing.y],
    [casing.x, casing.y],
  ]
  return {
    head,
    left: [
      [hole.x, hole.y],
      [casing.x, casing.y],
      [casing.x, inFoot],
      [hole.x, foot],
    ],
    right: [
      [right, hole.y],
      [inRight, casing.y],
      [inRight, inFoot],
      [right, foot],
    ],
    sill: [
      [hole.x, foot],
      [right, foot],
      [inRight, inFoot],
      [casing.x, inFoot],
    ],
  }
}

/** Stripes of light on a side face of the hole. They start at `near`, at the glass, and are lower by `fall` at `far`. */
export function paintStripes(
  context: CanvasRenderingContext2D,
  face: Face,
  stripes: {
    near: number
    far: number
    fall: number
    /** The area to which the shares of the apertures refer. */
    top: number
    height: number
    list: readonly Aperture[]
    colour: (strength: number) => string
  },
): void {
  const { near, far, fall, top, height, list, colour } = stripes
  context.save()
  tracePolygon(context, face)
  context.clip()
  for (const band of list) {
    if (band.across.length > 1) continue
    for (const span of band.down) {
      const [from, to] = [top + span.from * height, top + span.to * height]
      fillPolygon(
        context,
        [
          [near, from],
          [far, from + fall],
          [far, to + fall],
          [near, to],
        ],
        colour(band.strength),
      )
    }
  }
  context.restore()
}
