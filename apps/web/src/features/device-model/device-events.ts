import type { DeviceInfo, StateUpdate } from '@senca/contract'
import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import type { Commands } from './commands/commands.ts'
import { applyStateUpdate, deviceKeys, putDevice, readDevice, removeDevice } from './device-cache.ts'
import type { LocallyRemoved } from './locally-removed.ts'

/** Applies the device messages of the server to the cache and to the commands. */
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
   * Reloads the home. Returns true if there was something to load and all of it was loaded. A load that is already running may
   * have started too early, so another one follows it. Reports that were missed in the meantime only come with this load.
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
  /** Loads a device again that is being loaded: the answer may be older than what was pushed. */
  const restartLoad = (deviceId: string) => {
    const wanted = { queryKey: deviceKeys.one(deviceId), exact: true }
    if (client.isFetching(wanted) > 0) void client.refetchQueries(wanted, { cancelRefetch: true })
  }

  return {
    reload,
    put(device: DeviceInfo) {
      // While a device is being removed the server still sends its last changes.
      if (readDevice(client, device.id) === undefined) locallyRemoved.delete(device.id)
      putDevice(client, device)
      const known = readDevice(client, device.id)
      if (known !== undefined) commands.reported(known)
      restartLoad(device.id)
      reloadIfLoading()
    },
    /**
     * Removes a device because the person on this page wants it. `remove` calls the server, whose message about the removal may
     * come before its answer.
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
    /** Whether the device was removed on this page, so that the person need not be notified of it. */
    wasRemovedLocally: (deviceId: string) => locallyRemoved.has(deviceId),
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
