import { downwards, fillRect, type Stop, type Surface } from '../../paint/brush.ts'
import type { Rect } from '../../paint/geometry.ts'
import { cachedLayer } from '../../paint/layers.ts'

/**
 * Lets a shade of full height down to `foot`: the picture is drawn once per key, then only slid, as the real
 * thing slides in its rails.
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

/** Slats from the lower end of a picture to its upper end; the lowest ends `above` its foot. Each hides the edge of the next. */
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
