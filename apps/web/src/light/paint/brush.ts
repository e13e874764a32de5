import type { Point, Rect } from './geometry.ts'

/** A drawing surface: a context whose unit is the CSS pixel, and the number of device pixels per CSS pixel. */
export type Surface = { readonly context: CanvasRenderingContext2D; readonly scale: number }

/** A stop of a gradient: offset 0..1 and CSS color. */
export type Stop = readonly [place: number, colour: string]

type Context = CanvasRenderingContext2D

function withStops(gradient: CanvasGradient, stops: readonly Stop[]): CanvasGradient {
  for (const [place, colour] of stops) gradient.addColorStop(place, colour)
  return gradient
}

/** A gradient from top to bottom. */
export const downwards = (
  context: Context,
  from: number,
  to: number,
  stops: readonly Stop[],
): CanvasGradient => withStops(context.createLinearGradient(0, from, 0, to), stops)

/** A gradient from left to right. */
export const sidewards = (
  context: Context,
  from: number,
  to: number,
  stops: readonly Stop[],
): CanvasGradient => withStops(context.createLinearGradient(from, 0, to, 0), stops)

/** A gradient from a point outwards. */
export const outwards = (
  context: Context,
  [x, y]: Point,
  radius: number,
  stops: readonly Stop[],
): CanvasGradient => withStops(context.createRadialGradient(x, y, 0, x, y, radius), stops)

type Fill = string | CanvasGradient | CanvasPattern

export function fillRect(context: Context, rect: Rect, fill: Fill): void {
  context.fillStyle = fill
  context.fillRect(rect.x, rect.y, rect.w, rect.h)
}

/** Fills a rectangle with a gradient from top to bottom. */
export function fillDownwards(context: Context, rect: Rect, stops: readonly Stop[]): void {
  fillRect(context, rect, downwards(context, rect.y, rect.y + rect.h, stops))
}

/** Fills a rectangle with a gradient from left to right. */
export function fillSidewards(context: Context, rect: Rect, stops: readonly Stop[]): void {
  fillRect(context, rect, sidewards(context, rect.x, rect.x + rect.w, stops))
}

export function fillPolygon(context: Context, points: readonly Point[], fill: Fill): void {
  tracePolygon(context, points)
  context.fillStyle = fill
  context.fill()
}

export function tracePolygon(context: Context, points: readonly Point[]): void {
  context.beginPath()
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
  context.closePath()
}

export function strokeLine(context: Context, from: Point, to: Point, colour: string, width: number): void {
  context.beginPath()
  context.moveTo(from[0], from[1])
  context.lineTo(to[0], to[1])
  context.strokeStyle = colour
  context.lineWidth = width
  context.stroke()
}

/** Clips the drawing to a rectangle. */
export function clipped(context: Context, rect: Rect, draw: () => void): void {
  context.save()
  context.beginPath()
  context.rect(rect.x, rect.y, rect.w, rect.h)
  context.clip()
  draw()
  context.restore()
}
