import { readableList } from '@senca/contract'
import type * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'

const NONE = { scenarios: 0, groups: 0, moments: 0, rooms: 0 }

/** How many entries of each list this page is too old to show. */
export const unreadableEntries = createStore(() => NONE)
export type Listed = keyof typeof NONE

/** A list without the entries that this page cannot read, which are counted. */
export const countedList = <T>(listed: Listed, schema: z.ZodMiniType<T>) =>
  readableList(schema, (count) => unreadableEntries.setState({ [listed]: count }))

export const forgetUnreadable = (): void => unreadableEntries.setState(NONE)
