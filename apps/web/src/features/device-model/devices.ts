import { queryClient } from '#core/api/query-client.ts'
import { api, serverClock } from '#core/browser.ts'
import { isHomeConnected } from '#core/realtime/browser-realtime.ts'
import { browserStorage, tabStorage } from '#core/storage.ts'
import { createCommands } from './commands/commands.ts'
import { keptLampLevels } from './commands/kept-lamp-levels.ts'
import { createLastMove } from './commands/last-move.ts'
import { applyResults, readDevice } from './device-cache.ts'
import { createDeviceEvents } from './device-events.ts'
import { createDevicesApi } from './devices.api.ts'
import { gatherCalls } from './gathered-calls.ts'
import { noteHeld } from './held-devices.ts'
import { createLocallyRemoved } from './locally-removed.ts'

/** The devices of this page: their API, their commands and the handlers of their messages. */

export const devicesApi = createDevicesApi(api)

const moveTogether = gatherCalls(devicesApi.moveAll)
const stopTogether = gatherCalls(devicesApi.abortAll)

export const commands = createCommands({
  api: {
    move(token, command) {
      const answer = moveTogether({ token, ...command })
      lastMove.sent(token, command, answer, (results) => results.every(({ status }) => status === 'success'))
      return answer
    },
    unlock: devicesApi.unlock,
    abort: (token) => stopTogether({ token }),
  },
  clock: serverClock,
  stateOf: (id) => readDevice(queryClient, id),
  onResults: (results, sentFrom) => {
    applyResults(queryClient, results, sentFrom)
    noteHeld(results)
  },
  isConnected: isHomeConnected,
  lampLevels: keptLampLevels(browserStorage),
})

export const lastMove = createLastMove({
  stateOf: (id) => readDevice(queryClient, id),
  move: (id, target) => commands.move(id, target),
  setLight: (id, lightType, brightness) => commands.setLight(id, lightType, brightness),
})

export const deviceEvents = createDeviceEvents(queryClient, commands, createLocallyRemoved(tabStorage))
