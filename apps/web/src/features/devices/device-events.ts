import type { DeviceInfo, StateUpdate } from '@senca/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Commands } from './commands.ts'
import { applyStateUpdate, deviceKeys, putDevice, readDevice, removeDevice } from './device-cache.ts'

/** What the devices do when the server tells of them. */
export function createDeviceEvents(client: QueryClient, commands: Pick<Commands, 'reported'>) {
  const home = { queryKey: deviceKeys.home, exact: true }
  const partedHere = new Set<string>()

  /** Loads the home again; a load under way may have begun too early, so another one follows it. */
  const reload = async () => {
    const isHomeKnown = client.getQueryState(deviceKeys.home) !== undefined
    if (!isHomeKnown)
      await client.refetchQueries({ queryKey: deviceKeys.every, type: 'active' }, { cancelRefetch: false })
    const wasLoading = client.isFetching(home) > 0
    await client.refetchQueries(home, { cancelRefetch: false })
    if (wasLoading) await client.refetchQueries(home, { cancelRefetch: false })
  }

  const reloadIfLoading = () => {
    if (client.isFetching(home) > 0) void reload()
  }

  return {
    reload,
    put(device: DeviceInfo) {
      partedHere.delete(device.id)
      putDevice(client, device)
      const known = readDevice(client, device.id)
      if (known !== undefined) commands.reported(known)
      reloadIfLoading()
    },
    /**
     * Removes a device as the person on this page wishes: `remove` asks the server, which may tell that it is gone
     * before it answers.
     */
    async part(deviceId: string, remove: () => Promise<void>) {
      partedHere.add(deviceId)
      try {
        await remove()
      } catch (failure) {
        partedHere.delete(deviceId)
        throw failure
      }
    },
    /** Whether it is gone because somebody removed it on this page, and so is no news to them. */
    hasParted: (deviceId: string) => partedHere.has(deviceId),
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
