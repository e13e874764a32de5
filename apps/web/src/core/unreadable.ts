import { readableList } from '@senca/contract'
import type * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'

/** The devices that this page is too old to show; a newer version of it may. */
export const unreadableDevices = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }))

/** Notes the result of reading some devices. */
export function noteReading(result: { unreadable: readonly string[]; readable: readonly string[] }): void {
  const { ids } = unreadableDevices.getState()
  const others = ids.filter((id) => !result.readable.includes(id) && !result.unreadable.includes(id))
  if (result.unreadable.length === 0 && others.length === ids.length) return
  unreadableDevices.setState({ ids: [...others, ...result.unreadable] })
}

const NONE = { scenarios: 0, groups: 0, moments: 0, rooms: 0 }

/** How many entries of each list this page is too old to show. */
export const unreadableEntries = createStore(() => NONE)
export type Listed = keyof typeof NONE

/** A list without the entries that this page cannot read, which are counted. */
export const countedList = <T>(listed: Listed, schema: z.ZodMiniType<T>) =>
  readableList(schema, (count) => unreadableEntries.setState({ [listed]: count }))

export function forgetUnreadable(): void {
  unreadableDevices.setState({ ids: [] })
  unreadableEntries.setState(NONE)
}
