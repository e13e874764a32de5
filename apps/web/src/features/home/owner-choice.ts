import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { queryClient } from '#core/api/query-client.ts'
import { readDevice } from '#features/device-model/device-cache.ts'

/** Whose devices the home shows: everybody's, the person's own, or those of the account with this e-mail address. */
export const ALL = 'all'
export const MINE = 'mine'

export const ownerChoice = createStore(() => ({ shown: ALL }))

const ownerOf = (id: string): string => readDevice(queryClient, id)?.owner ?? MINE

/** The ids of the devices of the chosen owner; all ids if none belongs to that owner. */
export function shownOf(ids: readonly string[], shown: string): readonly string[] {
  const chosen = shown === ALL ? [] : ids.filter((id) => ownerOf(id) === shown)
  return chosen.length > 0 ? chosen : ids
}

/** The shown devices of the home and the owners to choose from. `isAll`: the devices of several owners are shown. */
export function useShown(ids: readonly string[]) {
  const { shown } = useStore(ownerChoice)
  return useMemo(() => {
    const owners = [...new Set(ids.map(ownerOf))]
    return { ids: shownOf(ids, shown), owners, isAll: owners.length > 1 && !owners.includes(shown) }
  }, [ids, shown])
}
