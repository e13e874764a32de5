const two = (value: number): string => String(value).padStart(2, '0')

/** A moment as a field for date and time has it, to the minute by the clock of this device: `2026-06-21T09:30`. */
export const localValue = (moment: Date): string =>
  `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}T${two(moment.getHours())}:${two(moment.getMinutes())}`

/** The moment that such a field holds; null when it is empty or holds none. */
export function readLocal(value: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return null
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** The IANA name of the zone of this device's clock. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
