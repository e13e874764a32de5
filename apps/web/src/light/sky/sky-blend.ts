import { clamp } from '../paint/geometry.ts'
import { DAY_FROM, NIGHT_BELOW, TIMES_OF_DAY, type TimeOfDay, timeOfDayAt } from './time-of-day.ts'

/** A blend of two skies; `share` 0..1 is the opacity of `to`. */
export type SkyBlend = { readonly from: TimeOfDay; readonly to: TimeOfDay; readonly share: number }

/** About how far a low sun moves in 20 minutes at middle latitudes, in degrees. */
const FADE_DEGREES = 3.4

export const steady = (time: TimeOfDay): SkyBlend => ({ from: time, to: time, share: 0 })

/** The sky at an altitude of the sun in degrees: one time of day, or a blend near the limit between two. */
export function skyBlendAt(altitude: number, isClimbing: boolean): SkyBlend {
  for (const line of [NIGHT_BELOW, DAY_FROM]) {
    const above = (altitude - line) / FADE_DEGREES + 0.5
    if (above <= 0 || above >= 1) continue
    const lower = timeOfDayAt(line - 0.01, isClimbing)
    const upper = timeOfDayAt(line, isClimbing)
    return isClimbing
      ? { from: lower, to: upper, share: clamp(above) }
      : { from: upper, to: lower, share: clamp(1 - above) }
  }
  return steady(timeOfDayAt(altitude, isClimbing))
}

/** A blend as the value of a page attribute, with two decimal places. */
export const writeSkyBlend = ({ from, to, share }: SkyBlend): string => `${from} ${to} ${share.toFixed(2)}`

/** The sky in a page's `data-sky`; if that is invalid, the sky of its `data-time`, otherwise that of the day. */
export function readSkyBlend(sky: string | undefined, time: string | undefined): SkyBlend {
  const [from, to, share] = sky?.split(' ') ?? []
  const known = (name: string | undefined) => TIMES_OF_DAY.find((each) => each === name)
  const [first, second, part] = [known(from), known(to), Number(share)]
  if (first && second && part >= 0 && part <= 1) return { from: first, to: second, share: part }
  return steady(known(time) ?? 'day')
}
