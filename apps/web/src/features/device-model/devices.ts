import { api } from '#core/browser.ts'
import { isHomeConnected } from '#core/browser-realtime.ts'
import { browserClock } from '#core/clock.ts'
import { queryClient } from '#core/query-client.ts'
import { createCommands } from './commands.ts'
import { applyResults, readDevice } from './device-cache.ts'
import { createDeviceEvents } from './device-events.ts'
import { createDevicesApi } from './devices.api.ts'
import { createLocallyRemoved } from './locally-removed.ts'

/** The devices of this page: its calls, its commands, and what it does when the server tells of a device. */

export const devicesApi = createDevicesApi(api)

export const commands = createCommands({
  api: devicesApi,
  clock: browserClock,
  stateOf: (id) => readDevice(queryClient, id),
  onResults: (results) => applyResults(queryClient, results),
  isConnected: isHomeConnected,
})

export const deviceEvents = createDeviceEvents(queryClient, commands, createLocallyRemoved(sessionStorage))
