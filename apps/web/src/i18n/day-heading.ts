import { dateFormat } from './format-tag.ts'
import { dayOf, relativeTime } from './moments.ts'

const capitalised = (text: string, tag: string): string =>
  text.slice(0, 1).toLocaleUpperCase(tag) + text.slice(1)

/** The heading of a day: "Today", "Yesterday", "Wednesday, 18 November". */
export function headingOf(moment: Date, now: Date, tag: string): string {
  const ago = dayOf(now) - dayOf(moment)
  if (ago === 0 || ago === 1) {
    return capitalised(relativeTime(-ago, 'day', tag), tag)
  }
  const isThisYear = moment.getFullYear() === now.getFullYear()
  const format = dateFormat(tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
  return capitalised(format.format(moment), tag)
}
