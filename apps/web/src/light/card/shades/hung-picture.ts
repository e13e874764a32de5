import { downwards, fillRect, type Stop, type Surface } from '../../paint/brush.ts'
import type { Rect } from '../../paint/geometry.ts'
import { cachedLayer } from '../../paint/layers.ts'

/**
 * Draws a shade of full height with its lower end at `foot`. The picture is drawn once per key and then only moved, like the real
 * shade in its rails.
 */
export function hungPicture(
  surface: Surface,
  glass: Rect,
  foot: number,
  key: string,
  draw: (context: CanvasRenderingContext2D, width: number, height: number) => void,
): void {
  const visible = Math.min(glass.h, foot - glass.y)
  if (visible <= 0) return
  const size = { width: glass.w, height: glass.h, scale: surface.scale }
  const picture = cachedLayer(key, size, (context) => draw(context, glass.w, glass.h))
  if (!picture) return
  const source = visible * surface.scale
  surface.context.drawImage(
    picture,
    0,
    picture.height - source,
    picture.width,
    source,
    glass.x,
    glass.y,
    glass.w,
    visible,
  )
}

/**
 * Draws slats from the lower to the upper end of a picture; the lowest one ends `above` its lower edge. Each slat covers the edge
 * of the next one.
 */
export function paintSlats(
  context: CanvasRenderingContext2D,
  {
    width,
    height,
    pitch,
    above,
    overlap,
  }: Record<'width' | 'height' | 'pitch' | 'above' | 'overlap', number>,
  stops: readonly Stop[],
): void {
  for (let top = height - pitch - above; top > -pitch; top -= pitch) {
    const fill = downwards(context, top, top + pitch, stops)
    fillRect(context, { x: 0, y: top, w: width, h: pitch + overlap }, fill)
  }
}
