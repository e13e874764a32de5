import type { LinkWindow } from '@senca/contract/links'
import type { TFunction } from 'i18next'
import { clockTime, MONDAY, weekdayName } from '#i18n/moments.ts'

const ALL_DAYS = 7
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7] as const

/** Weekdays as text: "Mon–Fri", "Sat, Sun", or the words for every day. */
export function daysWords(days: readonly number[], tag: string, t: TFunction): string {
  const chosen = EVERY_DAY.filter((day) => days.includes(day))
  if (chosen.length === ALL_DAYS) return t('links.everyDay')
  const runs: [number, number][] = []
  for (const day of chosen) {
    const last = runs.at(-1)
    if (last !== undefined && last[1] === day - 1) last[1] = day
    else runs.push([day, day])
  }
  const name = (day: number) => weekdayName(day, tag, 'short')
  return runs
    .flatMap(([first, last]) => {
      if (last - first >= 2) return [`${name(first)}–${name(last)}`]
      return first === last ? [name(first)] : [name(first), name(last)]
    })
    .join(', ')
}

function clockWords(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return clockTime(MONDAY + (hours * 60 + minutes) * 60_000, 'UTC')
}

/** A window as text: "Mon–Fri, 08:00–18:00". */
const windowWords = ({ days, from, until }: LinkWindow, tag: string, t: TFunction): string =>
  `${daysWords(days, tag, t)}, ${clockWords(from)}–${clockWords(until)}`

/** Each window as text, without duplicates. */
export const windowsWords = (windows: readonly LinkWindow[], tag: string, t: TFunction): string[] => [
  ...new Set(windows.map((window) => windowWords(window, tag, t))),
]

/** The place name in a time zone: "New York" for `America/New_York`. */
export const zoneWords = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
