const two = (value: number): string => String(value).padStart(2, '0')

/** A moment as the value of a date and time field, to the minute in the time zone of this device: `2026-06-21T09:30`. */
export const localValue = (moment: Date): string =>
  `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}T${two(moment.getHours())}:${two(moment.getMinutes())}`

/** The moment in the value of such a field; null when it is empty or invalid. */
export function readLocal(value: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return null
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** The IANA name of the time zone of this device. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
