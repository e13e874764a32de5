import type { DeviceInfo, StateUpdate } from '@senca/contract'
import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import type { Commands } from './commands.ts'
import { applyStateUpdate, deviceKeys, putDevice, readDevice, removeDevice } from './device-cache.ts'
import type { LocallyRemoved } from './locally-removed.ts'

/** What the devices do when the server tells of them. */
export function createDeviceEvents(
  client: QueryClient,
  commands: Pick<Commands, 'reported'>,
  locallyRemoved: LocallyRemoved,
) {
  const home = { queryKey: deviceKeys.home, exact: true }

  const knownById = () =>
    new Map(
      client
        .getQueriesData<DeviceInfo | null>({ queryKey: deviceKeys.every })
        .flatMap(([, device]) => (device == null ? [] : [[device.id, device]])),
    )

  /**
   * Loads the home again, and answers whether there was anything to load and it came; a load under way may have begun too early, so another one
   * follows it. What was reported meanwhile is known only by what is loaded.
   */
  const reload = async (): Promise<boolean> => {
    const before = knownById()
    const isHomeKnown = client.getQueryState(deviceKeys.home) !== undefined
    const wanted: QueryFilters = isHomeKnown ? home : { queryKey: deviceKeys.every, type: 'active' }
    const wasLoading = client.isFetching(home) > 0
    await client.refetchQueries(wanted, { cancelRefetch: false })
    if (wasLoading) await client.refetchQueries(home, { cancelRefetch: false })
    for (const [id, device] of knownById()) if (device !== before.get(id)) commands.reported(device)
    const loaded = client.getQueryCache().findAll(wanted)
    return loaded.length > 0 && loaded.every(({ state }) => state.error === null)
  }

  const reloadIfLoading = () => {
    if (client.isFetching(home) > 0) void reload()
  }

  return {
    reload,
    put(device: DeviceInfo) {
      // While it is being removed the server still tells of its last changes.
      if (readDevice(client, device.id) === undefined) locallyRemoved.delete(device.id)
      putDevice(client, device)
      const known = readDevice(client, device.id)
      if (known !== undefined) commands.reported(known)
      reloadIfLoading()
    },
    /**
     * Removes a device as the person on this page wishes: `remove` asks the server, which may tell that it is gone
     * before it answers.
     */
    async removeLocally(deviceId: string, remove: () => Promise<void>) {
      locallyRemoved.add(deviceId)
      try {
        await remove()
      } catch (failure) {
        locallyRemoved.delete(deviceId)
        throw failure
      }
    },
    /** Whether it is gone because somebody removed it on this page, and so is no news to them. */
    wasRemovedHere: (deviceId: string) => locallyRemoved.has(deviceId),
    deleted(deviceId: string) {
      removeDevice(client, deviceId)
      reloadIfLoading()
    },
    stateUpdated(update: StateUpdate) {
      const device = applyStateUpdate(client, update)
      if (device !== null) commands.reported(device)
    },
  }
}
