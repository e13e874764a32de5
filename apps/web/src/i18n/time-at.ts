import { dateFormat } from './format-tag.ts'
import { clockTime } from './moments.ts'

/** The time of day at a place, with its zone where clocks show another time there than here: "21:52", "21:52 CET". */
export function timeAt(moment: Date, timeZone: string | undefined, tag: string): string {
  const shown = (zone?: string) =>
    dateFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(moment)
  if (timeZone === undefined || shown(timeZone) === shown()) return clockTime(moment)
  const parts = dateFormat(tag, { hour: 'numeric', timeZone, timeZoneName: 'short' }).formatToParts(moment)
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return `${clockTime(moment, timeZone)} ${zone}`
}
