import type { LinkWindow } from '@senca/contract/links'
import type { TFunction } from 'i18next'
import { weekdayName } from '#i18n/moments.ts'

/** Weekdays as text: "Monday and Tuesday". */
const daysInWords = ({ days }: LinkWindow, tag: string): string =>
  new Intl.ListFormat(tag, { type: 'conjunction' }).format(
    [...days].sort((a, b) => a - b).map((day) => weekdayName(day, tag, 'long')),
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
