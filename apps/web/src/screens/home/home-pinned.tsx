import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '#core/api/query-client.ts'
import { browserClock } from '#core/clock.ts'
import { homeQuery } from '#features/device-model/devices.queries.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { usePreferences } from '#features/room-model/rooms.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'

/** How long the devices wait for what is pinned above them. */
const WAIT_MS = 1_500

const PinnedGroups = lazyPart(async () => (await import('#features/groups/pinned-groups.tsx')).PinnedGroups, {
  texts: ['groups'],
})

const PinnedScenarios = lazyPart(
  async () => (await import('#features/scenarios/pinned-scenarios.tsx')).PinnedScenarios,
  { texts: ['scenarios'] },
)

async function loadPinned(): Promise<void> {
  const lists = async () => {
    const [{ groupsQuery }, { scenariosQuery }] = await Promise.all([
      import('#features/groups/groups.ts'),
      import('#features/scenarios/scenarios.ts'),
    ])
    await Promise.all([queryClient.prefetchQuery(groupsQuery), queryClient.prefetchQuery(scenariosQuery)])
  }
  await Promise.allSettled([PinnedGroups.load(), PinnedScenarios.load(), lists()])
}

/** Whether something else than devices is pinned; undefined until that is known. */
function useHasOthers(): boolean | undefined {
  const preferences = usePreferences()
  const ids = useHomeIds()
  if (preferences === undefined || ids === undefined) return undefined
  return ids.length > 0 && preferences.pinned.some((id) => !ids.includes(id))
}

/** The ids of the devices of the home; undefined until they are known. */
export const useHomeIds = () => useQuery(homeQuery(queryClient, devicesApi, Date.now)).data

/**
 * Whether all that is pinned can be shown. Until then a home that is opened shows no devices, because what comes above them would
 * move them away from under a finger. It is asked once: later nothing waits.
 */
export function useArePinsReady(): boolean {
  const hasOthers = useHasOthers()
  const areDevicesKnown = useHomeIds() !== undefined
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (areDevicesKnown) return browserClock.after(WAIT_MS, () => setReady(true))
  }, [areDevicesKnown])
  useEffect(() => {
    if (hasOthers === false) setReady(true)
    else if (hasOthers) void loadPinned().then(() => setReady(true))
  }, [hasOthers])
  return isReady || hasOthers === false
}

/** The groups and scenarios that are pinned to the top of the home. Nothing is loaded if there are none. */
export function HomePinned() {
  return (
    useHasOthers() === true && (
      <>
        <PinnedScenarios />
        <PinnedGroups />
      </>
    )
  )
}
