import type { LinkWindow } from '@senca/contract/links'
import type { TFunction } from 'i18next'

/** The name of a weekday; 1 January 2024 was a Monday. */
const dayName = (day: number, tag: string): string =>
  new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** Weekdays as text: "Monday and Tuesday". */
const daysInWords = ({ days }: LinkWindow, tag: string): string =>
  new Intl.ListFormat(tag, { type: 'conjunction' }).format(
    [...days].sort((a, b) => a - b).map((day) => dayName(day, tag)),
  )

/** Each window as text, without duplicates. */
export const windowsInWords = (windows: readonly LinkWindow[], tag: string, t: TFunction): string[] => [
  ...new Set(
    windows.map((window) =>
      t('stop.closed.window', {
        days: window.days.length === 7 ? t('stop.closed.daily') : daysInWords(window, tag),
        from: window.from,
        until: window.until,
      }),
    ),
  ),
]
