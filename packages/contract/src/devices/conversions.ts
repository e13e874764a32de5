/** In requests axes are 0..100; everywhere else they are 0..1. */
export const percentToUnit = (percent: number): number => percent / 100

/** Rounded to two decimals of a percent, so that 0.29 does not become 28.999999999999996. */
export const unitToPercent = (unit: number): number => Math.round(unit * 10_000) / 100

/** The position as a whole percent, for labels. */
export const wholePercent = (unit: number): number => Math.round(unit * 100)

export const clampUnit = (value: number): number => Math.min(1, Math.max(0, value))

export const INCLINATION_TYPES = ['lower_90', 'upper_90', 'full_180'] as const
export type InclinationType = (typeof INCLINATION_TYPES)[number]

/** The angle of the slats in degrees for an inclination 0..1: 0 is level, positive tilts the outer edge down. */
export function slatAngle(inclination: number, type: InclinationType): number {
  switch (type) {
    case 'lower_90':
      return 90 * inclination
    case 'upper_90':
      return inclination === 0 ? 0 : -90 * inclination
    case 'full_180':
      return -90 + 180 * inclination
  }
}

/** The inclination 0..1 for an angle of the slats in degrees, clamped to what the type can reach. */
export function inclinationOfSlatAngle(angle: number, type: InclinationType): number {
  switch (type) {
    case 'lower_90':
      return clampUnit(angle / 90)
    case 'upper_90':
      return clampUnit(-angle / 90)
    case 'full_180':
      return clampUnit((angle + 90) / 180)
  }
}

/** The angle of a pergola's louvers in degrees, 0 open to 90 closed. */
export const louvreAngle = (inclination: number): number => 90 * inclination

/** The angle at which the tilt dial draws a slat angle: its arc of −80..80 degrees represents −90..90 degrees. */
export const dialAngle = (angle: number): number => (angle * 80) / 90
