import type { ActivityEntry } from '@senca/contract/activity'
import { headingOf } from '#i18n/day-heading.ts'
import { dayOf } from '#i18n/moments.ts'

export interface ActivityDay {
  /** "Today", "Yesterday", "Wednesday, 18 November". */
  heading: string
  entries: ActivityEntry[]
}

/** Groups entries by their day in the time zone of this device, in the given order. `tag` is the language of the headings. */
export function byDay(entries: readonly ActivityEntry[], now: Date, tag: string): ActivityDay[] {
  const days: (ActivityDay & { day: number })[] = []
  for (const entry of entries) {
    const moment = new Date(entry.at)
    const day = dayOf(moment)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, heading: headingOf(moment, now, tag), entries: [entry] })
  }
  return days.map(({ heading, entries: ofDay }) => ({ heading, entries: ofDay }))
}
