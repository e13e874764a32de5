import { queryClient } from '#core/api/query-client.ts'
import { isHomeConnected, onRealtimeAccepted } from '#core/realtime/browser-realtime.ts'
import { groupsQuery } from '#features/groups/groups.ts'
import { homePlaceQuery } from '#features/home-place/home-place.ts'
import { momentsQuery } from '#features/moments/moments.ts'
import { notificationsQuery } from '#features/notifications/notifications.ts'
import { scenariosQuery } from '#features/scenarios/scenarios.ts'

/**
 * Loads the parts of the kept home that no page has loaded since the start, so that pages that nobody has opened are not empty without
 * a network. What was only kept until now counts as old.
 */
async function load(): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(groupsQuery),
    queryClient.prefetchQuery(scenariosQuery),
    queryClient.prefetchQuery(momentsQuery),
    queryClient.prefetchQuery(homePlaceQuery),
    queryClient.prefetchQuery({ ...notificationsQuery, staleTime: Number.POSITIVE_INFINITY }),
  ])
}

/** Loads them now, and with each connection what has become old. */
export function followKeptParts(): void {
  if (isHomeConnected()) void load()
  onRealtimeAccepted(() => void load())
}
