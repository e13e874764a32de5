import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { ActivityApi, ActivityPage } from './activity.api.ts'

export type ActivityPages = InfiniteData<ActivityPage>

/** The activity in pages; each is asked for by the last entry of the one before. */
export const activityQuery = (api: ActivityApi, deviceId: string | null) => {
  const first: string | null = null
  return infiniteQueryOptions({
    queryKey: ['activity', deviceId ?? ''],
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      api.list(deviceId, pageParam, signal),
    initialPageParam: first,
    getNextPageParam: (page) => (page.more ? (page.entries.at(-1)?.id ?? null) : null),
  })
}

/**
 * What is known with the newest page on top: its entries in place of the same ones, which may have come to their end.
 * An entry above them that it does not have is newer than the page, and stays above. Where the page does not reach down
 * to what is known, it alone is left.
 */
export function withNewest(known: ActivityPages, newest: ActivityPage): ActivityPages {
  const [first, ...older] = known.pages
  if (first === undefined) return { pages: [newest], pageParams: [null] }
  const fresh = new Set(newest.entries.map(({ id }) => id))
  const shared = first.entries.findIndex(({ id }) => fresh.has(id))
  const isJoined = shared !== -1 || first.entries.length === 0
  if (!isJoined) return { pages: [newest], pageParams: [null] }
  const entries = [...first.entries.slice(0, Math.max(0, shared)), ...newest.entries]
  if (!newest.more) return { pages: [{ entries, more: false }], pageParams: [null] }
  const below = first.entries.slice(shared).filter(({ id }) => !fresh.has(id))
  return { ...known, pages: [{ entries: [...entries, ...below], more: first.more }, ...older] }
}
