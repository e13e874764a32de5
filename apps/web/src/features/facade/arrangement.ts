import type { FacadePlace } from '@senca/contract'
import { clamp, type Rect } from '#light/paint/geometry.ts'

export type Facade = readonly FacadePlace[]

/** How far an arrow key moves or sizes a place, as a share of the wall, and with a page key. */
export const STEP = { small: 0.01, large: 0.05 } as const
/** The smallest side of a place. */
const LEAST = 0.02
/** An edge this close to that of another place is moved onto it. */
const SNAP = 0.008

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

/** The place within the wall, with four digits: that is less than a pixel. */
export function within<Place extends Rect>(place: Place): Place {
  const w = rounded(clamp(place.w, LEAST, 1))
  const h = rounded(clamp(place.h, LEAST, 1))
  return { ...place, w, h, x: rounded(clamp(place.x, 0, 1 - w)), y: rounded(clamp(place.y, 0, 1 - h)) }
}

/** The façade with a place changed, or added at the end. */
export function placed(facade: Facade, place: FacadePlace): Facade {
  const next = within(place)
  return facade.some(({ device }) => device === next.device)
    ? facade.map((other) => (other.device === next.device ? next : other))
    : [...facade, next]
}

export const without = (facade: Facade, device: string): Facade =>
  facade.filter((place) => place.device !== device)

const WAYS: ReadonlyMap<string, readonly [x: number, y: number]> = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
])

/** The place after a key: an arrow moves it, with Shift it becomes larger or smaller; null for another key. */
export function steppedBy(
  { key, shiftKey, altKey }: { key: string; shiftKey: boolean; altKey: boolean },
  place: FacadePlace,
): FacadePlace | null {
  const way = WAYS.get(key)
  if (way === undefined) return null
  const step = altKey ? STEP.large : STEP.small
  const [x, y] = [way[0] * step, way[1] * step]
  if (!shiftKey) return within({ ...place, x: place.x + x, y: place.y + y })
  // A side that is at the edge of the wall stays there.
  return within({ ...place, w: Math.min(place.w + x, 1 - place.x), h: Math.min(place.h + y, 1 - place.y) })
}

/** The place larger or smaller by a factor, with its middle kept. */
export function scaledBy(factor: number, place: FacadePlace): FacadePlace {
  const [w, h] = [place.w * factor, place.h * factor]
  return within({ ...place, w, h, x: place.x + (place.w - w) / 2, y: place.y + (place.h - h) / 2 })
}

/** The smallest shift that brings one of the own lines onto one of the others; 0 if none is near. */
function shiftTo(own: readonly number[], others: readonly number[]): number {
  let best = SNAP
  let shift = 0
  for (const line of own)
    for (const other of others)
      if (Math.abs(other - line) < best) {
        best = Math.abs(other - line)
        shift = other - line
      }
  return shift
}

/** The place with its edges on those of other places, where they are near. */
export function snapped(place: FacadePlace, facade: Facade): FacadePlace {
  const others = without(facade, place.device)
  const x = shiftTo(
    [place.x, place.x + place.w],
    others.flatMap((other) => [other.x, other.x + other.w]),
  )
  const y = shiftTo(
    [place.y, place.y + place.h],
    others.flatMap((other) => [other.y, other.y + other.h]),
  )
  return within({ ...place, x: place.x + x, y: place.y + y })
}

/** The places as they are read: row by row, from left to right. */
export const inReadingOrder = (facade: Facade): Facade =>
  [...facade].sort((one, other) => {
    const isSameRow = one.y < other.y + other.h / 2 && other.y < one.y + one.h / 2
    return isSameRow ? one.x - other.x : one.y - other.y
  })
