import type { LinkWindow } from '@senca/contract/links'

/** A window with what tells it from its neighbours while it is edited. */
export type DraftWindow = LinkWindow & { readonly key: number }

/** What a form holds of days and hours, which are those of the time zone. */
export interface DraftHours {
  windows: readonly DraftWindow[]
  timeZone: string
}

const WORKDAYS = [1, 2, 3, 4, 5]

/** One more window, as one would have it for somebody who comes to work. */
export function oneMore(windows: readonly DraftWindow[]): DraftWindow[] {
  const key = Math.max(-1, ...windows.map((window) => window.key)) + 1
  return [...windows, { key, days: WORKDAYS, from: '08:00', until: '18:00' }]
}

/** The windows as a request has them. */
export const plainWindows = (windows: readonly DraftWindow[]): LinkWindow[] =>
  windows.map(({ key: _, ...window }) => window)
