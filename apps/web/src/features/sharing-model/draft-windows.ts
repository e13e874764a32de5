import type { LinkWindow } from '@senca/contract/links'

/** A window with a key that identifies it in the list while it is edited. */
export type DraftWindow = LinkWindow & { readonly key: number }

/** The days and hours in a form. The hours are in the time zone `timeZone`. */
export interface DraftHours {
  windows: readonly DraftWindow[]
  timeZone: string
}

const WORKDAYS = [1, 2, 3, 4, 5]

/** Adds a window with default hours for a person who comes to work. */
export function oneMore(windows: readonly DraftWindow[]): DraftWindow[] {
  const key = Math.max(-1, ...windows.map((window) => window.key)) + 1
  return [...windows, { key, days: WORKDAYS, from: '08:00', until: '18:00' }]
}

/** The windows without their keys, as a request needs them. */
export const plainWindows = (windows: readonly DraftWindow[]): LinkWindow[] =>
  windows.map(({ key: _, ...window }) => window)
