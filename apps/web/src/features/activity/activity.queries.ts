import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { ActivityApi, ActivityPage } from './activity.api.ts'

export type ActivityPages = InfiniteData<ActivityPage>

/** The activity in pages. Each page is requested with the last entry of the previous one. */
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
 * Merges the newest page into the loaded pages. Its entries replace the same loaded entries, whose results may have changed.
 * Loaded entries above it that it does not contain are newer than the page and stay above. If the page does not overlap the
 * loaded entries, only the page is kept.
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
