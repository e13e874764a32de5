const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

/** The time until a moment in hours and minutes: "13 hr 20 min"; at least one minute. */
export function timeLeft(now: Date, until: Date, tag: string): string {
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / MINUTE_MS))
  const text = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  const hours = Math.floor(minutes / HOUR_MINUTES)
  const rest = minutes % HOUR_MINUTES
  if (hours === 0) return text(rest, 'minute')
  return rest === 0 ? text(hours, 'hour') : `${text(hours, 'hour')} ${text(rest, 'minute')}`
}
