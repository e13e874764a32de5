import type { LinkWindow } from '@senca/contract'
import type { TFunction } from 'i18next'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** A stretch of time in its two largest units: "2 days 4 h", "12 min", "48 s". */
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

/** How long what `leftInWords` says stays true, in milliseconds. */
export function nextChangeMs(ms: number): number {
  if (ms <= 0) return DAY_MS
  const step = ms >= DAY_MS ? HOUR_MS : ms >= 2 * MINUTE_MS ? MINUTE_MS : 1_000
  return (ms % step) + 1
}

/** Monday, 1 January 2024, and the days after it. */
const dayName = (day: number, tag: string): string =>
  new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** "Monday and Tuesday". */
const daysInWords = ({ days }: LinkWindow, tag: string): string =>
  new Intl.ListFormat(tag, { type: 'conjunction' }).format(
    [...days].sort((a, b) => a - b).map((day) => dayName(day, tag)),
  )

/** Each window in words, and those that are the same once. */
export const windowsInWords = (windows: readonly LinkWindow[], tag: string, t: TFunction): string[] => [
  ...new Set(
    windows.map((window) =>
      t('guest.closed.window', {
        days: window.days.length === 7 ? t('guest.closed.daily') : daysInWords(window, tag),
        from: window.from,
        until: window.until,
      }),
    ),
  ),
]
