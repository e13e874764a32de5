const LONGEST_WAIT_MS = 86_400_000

export const dateOf = (text: string | null): Date | null => {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at)
}

/** The value of a Retry-After header, in seconds or as a date, converted to milliseconds from now. */
export function waitOf(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null
  const ms = seconds ?? (dateOf(header)?.getTime() ?? Number.NaN) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS)
}
