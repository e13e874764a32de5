const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
type Direction = (typeof DIRECTIONS)[number]

const PART = 360 / DIRECTIONS.length

/** The direction of eight that is nearest to an azimuth, degrees from north over east. */
export const directionOf = (azimuth: number): Direction =>
  DIRECTIONS[Math.round(azimuth / PART) % DIRECTIONS.length] ?? 'n'

/** Any angle as 0..359 whole degrees. */
export const wholeAzimuth = (degrees: number): number => ((Math.round(degrees) % 360) + 360) % 360
