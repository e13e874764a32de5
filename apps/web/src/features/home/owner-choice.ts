import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { queryClient } from '#core/query-client.ts'
import { readDevice } from '#features/device-model/device-cache.ts'

/** Whose devices the home shows: everybody's, one's own, or those of the account with this address. */
export const ALL = 'all'
export const MINE = 'mine'

export const ownerChoice = createStore(() => ({ shown: ALL }))

const ownerOf = (id: string): string => readDevice(queryClient, id)?.owner ?? MINE

/** Those of these devices that are shown; all of them where nobody's are who was chosen. */
export function shownOf(ids: readonly string[], shown: string): readonly string[] {
  const chosen = ids.filter((id) => ownerOf(id) === shown)
  return chosen.length > 0 ? chosen : ids
}

/** The devices of the home that are shown, and the owners to choose from; `isAll` where those of several are. */
export function useShown(ids: readonly string[]) {
  const { shown } = useStore(ownerChoice)
  return useMemo(() => {
    const owners = [...new Set(ids.map(ownerOf))]
    return { ids: shownOf(ids, shown), owners, isAll: owners.length > 1 && !owners.includes(shown) }
  }, [ids, shown])
}
