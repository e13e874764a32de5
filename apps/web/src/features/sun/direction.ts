const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
type Direction = (typeof DIRECTIONS)[number]

const PART = 360 / DIRECTIONS.length

/** The nearest of the eight directions to an azimuth in degrees clockwise from north. */
export const directionOf = (azimuth: number): Direction =>
  DIRECTIONS[Math.round(azimuth / PART) % DIRECTIONS.length] ?? 'n'

/** Normalizes any angle to whole degrees 0..359. */
export const wholeAzimuth = (degrees: number): number => ((Math.round(degrees) % 360) + 360) % 360
