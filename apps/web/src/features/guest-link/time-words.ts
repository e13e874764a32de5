import type { TFunction } from 'i18next'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** A duration in its two largest units: "2 days 4 h", "12 min", "48 s". */
export function leftInWords(ms: number, tag: string): string {
  const whole = Math.max(0, ms)
  const days = Math.floor(whole / DAY_MS)
  const hours = Math.floor((whole % DAY_MS) / HOUR_MS)
  const minutes = Math.floor((whole % HOUR_MS) / MINUTE_MS)
  const seconds = Math.floor((whole % MINUTE_MS) / 1_000)
  const parts: [number, 'day' | 'hour' | 'minute' | 'second'][] =
    days > 0
      ? [
          [days, 'day'],
          [hours, 'hour'],
        ]
      : hours > 0
        ? [
            [hours, 'hour'],
            [minutes, 'minute'],
          ]
        : minutes > 0
          ? [[minutes, 'minute']]
          : [[seconds, 'second']]
  return parts
    .filter(([count], index) => index === 0 || count > 0)
    .map(([count, unit]) =>
      new Intl.NumberFormat(tag, {
        style: 'unit',
        unit,
        unitDisplay: unit === 'day' ? 'long' : 'short',
      }).format(count),
    )
    .join(' ')
}

/** How long the text of `leftInWords` stays correct, in milliseconds. */
export function nextChangeMs(ms: number): number {
  if (ms <= 0) return DAY_MS
  const step = ms >= DAY_MS ? HOUR_MS : ms >= 2 * MINUTE_MS ? MINUTE_MS : 1_000
  return (ms % step) + 1
}

/** The maximum number of devices that are named in a sentence. */
const NAMED_MOST = 3

/** What a link shares, with the device names if they are few: "Front door and Awning", "everything here". */
export const sharedInWords = (names: readonly string[], tag: string, t: TFunction): string =>
  names.length > 0 && names.length <= NAMED_MOST
    ? new Intl.ListFormat(tag, { type: 'conjunction' }).format(names)
    : t('guest.everything')
