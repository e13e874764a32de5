import {
  clampUnit,
  dialAngle,
  type InclinationType,
  inclinationOfSlatAngle,
  louvreAngle,
  slatAngle,
} from '@senca/contract'
import { stepOfKey } from './step-keys.ts'

/** What a dial turns: the slats of a blind, horizontal at 0 degrees, or the louvers of a pergola, vertical at 0 degrees. */
export type DialKind = 'venetian' | 'pergola'

export type DialPoint = { readonly x: number; readonly y: number }

/** The range that can be reached in whole degrees, from the lower to the upper end. */
export type DialReach = { readonly from: number; readonly to: number }

/** Radii in the units of the dial. Its center is 0, 0, and y grows downwards. */
export const RADIUS = { disc: 70, arc: 104, figures: 130 } as const

const RADIANS = Math.PI / 180
/** A pointer closer to the center than this has no direction. */
const DEAD_RADIUS = 8
/** The elevation of the sun whose light the slats block, in degrees. */
const SUN = 24
const SLATS = 5
const PITCH = (2 * RADIUS.disc) / SLATS
/** Closed slats overlap a little. */
const HALF_SLAT = PITCH * 0.54

const point = (radius: number, radians: number): DialPoint => ({
  x: radius * Math.cos(radians),
  y: -radius * Math.sin(radians),
})

/** The slats turn this many degrees to each side of 0, and the arc of the scale extends `ARC` degrees to each side of its middle. */
const SIDE = 90
const ARC = dialAngle(SIDE)
const FIGURES = [-90, -45, 0, 45, 90]

/**
 * The differences of the two dials: their scale, the direction of 0 degrees, the box they need, the row of slats and the sun.
 * Louvers turn to one side only.
 */
const KINDS = {
  venetian: {
    scale: { from: -SIDE, to: SIDE },
    box: { x: -72, y: -138, width: 212, height: 276 },
    /** The direction of an angle in radians, counterclockwise from the right. */
    heading: (angle: number) => dialAngle(angle) * RADIANS,
    /** The degrees of arc from the middle of the scale. */
    arcOf: ({ x, y }: DialPoint) => Math.atan2(-y, Math.abs(x)) / RADIANS,
    slat: (index: number): DialPoint => ({ x: 0, y: index * PITCH }),
    ray: point(1, -SUN * RADIANS),
  },
  pergola: {
    scale: { from: 0, to: SIDE },
    box: { x: -72, y: -139, width: 214, height: 211 },
    heading: (angle: number) => (90 - dialAngle(angle)) * RADIANS,
    arcOf: ({ x, y }: DialPoint) => Math.atan2(x, Math.abs(y)) / RADIANS,
    slat: (index: number): DialPoint => ({ x: index * PITCH, y: 0 }),
    ray: point(1, (270 - SUN) * RADIANS),
  },
} as const

export const dialBox = (kind: DialKind) => KINDS[kind].box

/** The whole scale of a dial in degrees. */
export const dialScale = (kind: DialKind): DialReach => KINDS[kind].scale

/** The angles in degrees that are written beside the scale. */
export const dialFigures = (kind: DialKind): number[] =>
  FIGURES.filter((angle) => angle >= KINDS[kind].scale.from)

/** The range in degrees that slats of this type can reach. */
export function dialReach(kind: DialKind, type: InclinationType): DialReach {
  if (kind === 'pergola' || type === 'lower_90') return { from: 0, to: 90 }
  return type === 'upper_90' ? { from: -90, to: 0 } : { from: -90, to: 90 }
}

/** Converts an inclination 0..1 to an angle in degrees. */
export const angleOfInclination = (kind: DialKind, type: InclinationType, inclination: number): number =>
  kind === 'pergola' ? louvreAngle(inclination) : slatAngle(inclination, type)

/** Converts an angle in degrees to an inclination 0..1, limited to what can be reached. */
export const inclinationOfAngle = (kind: DialKind, type: InclinationType, angle: number): number =>
  kind === 'pergola' ? clampUnit(angle / 90) : inclinationOfSlatAngle(angle, type)

/** Rounds an angle to whole degrees within the range; never returns −0. */
export const heldAngle = (angle: number, { from, to }: DialReach): number =>
  Math.round(Math.min(to, Math.max(from, angle))) + 0

/** The point of an angle at a distance from the center. */
export const placeOf = (kind: DialKind, angle: number, radius: number): DialPoint =>
  point(radius, KINDS[kind].heading(angle))

/**
 * The angle that a pointer at `at` points to, in whole degrees within the range; null near the center. A pointer on the side
 * without a scale is mirrored, so that the angle does not jump there.
 */
export function angleUnder(kind: DialKind, at: DialPoint, reach: DialReach): number | null {
  if (Math.hypot(at.x, at.y) < DEAD_RADIUS) return null
  return heldAngle((KINDS[kind].arcOf(at) / ARC) * SIDE, reach)
}

/** The angle that a key sets, starting from `angle`; null for a key that does not turn the slats. */
export function angleAfterKey(key: string, angle: number, reach: DialReach): number | null {
  if (key === 'Home') return reach.from
  if (key === 'End') return reach.to
  const step = stepOfKey(key, 1, 10)
  return step === null ? null : heldAngle(Math.round(angle) + step, reach)
}

const text = ({ x, y }: DialPoint): string => `${x.toFixed(2)} ${y.toFixed(2)}`

/** The arc of the scale from one angle to another, as an SVG path. */
export function arcPath(kind: DialKind, { from, to }: DialReach): string {
  const radius = RADIUS.arc
  const [start, end] = [placeOf(kind, from, radius), placeOf(kind, to, radius)]
  const isLarge = Math.abs(KINDS[kind].heading(to) - KINDS[kind].heading(from)) > Math.PI
  const isWithClock = KINDS[kind].heading(to) < KINDS[kind].heading(from)
  return `M${text(start)}A${radius} ${radius} 0 ${isLarge ? 1 : 0} ${isWithClock ? 1 : 0} ${text(end)}`
}

/** A line across the scale at an angle, from one radius to another, as an SVG path. */
export const tickPath = (kind: DialKind, angle: number, inner: number, outer: number): string =>
  `M${text(placeOf(kind, angle, inner))}L${text(placeOf(kind, angle, outer))}`

/** The two ends of a slat; the needle continues the first one. */
function endsOf(kind: DialKind, angle: number, index: number): [DialPoint, DialPoint] {
  const middle = KINDS[kind].slat(index)
  const { x, y } = placeOf(kind, angle, HALF_SLAT)
  return [
    { x: middle.x + x, y: middle.y + y },
    { x: middle.x - x, y: middle.y - y },
  ]
}

const within = Array.from({ length: SLATS }, (_, index) => index - (SLATS - 1) / 2)
/** The row of slats continues outside of the disc, because slats there also block light that falls into it. */
const beyond = Array.from({ length: SLATS + 4 }, (_, index) => index - (SLATS + 3) / 2)

/** The slats in cross section, each a thin curve, as an SVG path. */
export function slatsPath(kind: DialKind, angle: number): string {
  const { x, y } = placeOf(kind, angle, 1)
  return within
    .map((index) => {
      const [near, far] = endsOf(kind, angle, index)
      const middle = KINDS[kind].slat(index)
      const bow = (rise: number): string => text({ x: middle.x + y * rise, y: middle.y - x * rise })
      return `M${text(far)}Q${bow(8)} ${text(near)}Q${bow(2)} ${text(far)}Z`
    })
    .join('')
}

/** The shadows of the slats as an SVG path: behind each slat a strip along the ray. */
export function shadowPath(kind: DialKind, angle: number): string {
  const { ray } = KINDS[kind]
  const along = ({ x, y }: DialPoint): DialPoint => ({
    x: x + ray.x * 3 * RADIUS.disc,
    y: y + ray.y * 3 * RADIUS.disc,
  })
  return beyond
    .map((index) => {
      const [near, far] = endsOf(kind, angle, index)
      return `M${[far, near, along(near), along(far)].map(text).join('L')}Z`
    })
    .join('')
}
