import type { DeviceInfo, StateUpdate } from '@senca/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Commands } from './commands.ts'
import { applyStateUpdate, deviceKeys, putDevice, removeDevice } from './device-cache.ts'

/** What the devices do when the server tells of them. */
export function createDeviceEvents(client: QueryClient, commands: Pick<Commands, 'reported'>) {
  const home = { queryKey: deviceKeys.home, exact: true }

  /** Loads the home again; a load under way may have begun too early, so another one follows it. */
  const reload = async () => {
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
      putDevice(client, device)
      const known = client.getQueryData<DeviceInfo>(deviceKeys.one(device.id))
      if (known !== undefined) commands.reported(known)
      reloadIfLoading()
    },
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
