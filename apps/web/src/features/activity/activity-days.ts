import type { ActivityEntry } from '@senca/contract/activity'
import { dayOf, relativeTime } from '#i18n/moments.ts'

export interface ActivityDay {
  /** "Today", "Yesterday", "Wednesday, 18 November". */
  heading: string
  entries: ActivityEntry[]
}

const capitalised = (text: string, tag: string): string =>
  text.slice(0, 1).toLocaleUpperCase(tag) + text.slice(1)

function headingOf(moment: Date, now: Date, tag: string): string {
  const ago = dayOf(now) - dayOf(moment)
  if (ago === 0 || ago === 1) {
    return capitalised(relativeTime(-ago, 'day', tag), tag)
  }
  const isThisYear = moment.getFullYear() === now.getFullYear()
  const format = new Intl.DateTimeFormat(tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
  return capitalised(format.format(moment), tag)
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
