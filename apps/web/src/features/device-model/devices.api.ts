import {
  type CommandResult,
  commandResultsSchema,
  type DeviceCommand,
  type DeviceInfo,
  type DeviceSettings,
  type DeviceWeather,
  deviceInfoMapSchema,
  deviceInfoSchema,
  deviceListSchema,
  deviceWeatherSchema,
  LIMITS,
  type Target,
  type UnlockGesture,
  unitToPercent,
  unlockChallengeSchema,
} from '@senca/contract'
import { callsBy, doneSchema } from '#core/api-calls.ts'
import type { ApiClient } from '#core/api-client.ts'

/** What unlocks a door whose owner asks for more than a tap. */
export type UnlockProof = { pin: string } | { proof: { state: string; credential: unknown } }

/** Axes as a request carries them: 0..100. */
export const percentOf = ({ position, inclination }: Target) => ({
  ...(position === undefined ? {} : { position: unitToPercent(position) }),
  ...(inclination === undefined ? {} : { inclination: unitToPercent(inclination) }),
})

/** The device calls of the server. */
export function createDevicesApi(api: ApiClient) {
  const calls = callsBy(api, 'apiToken')
  const DEVICE = '/api/v1/device'
  const change = (call: string, json: object): Promise<DeviceInfo> =>
    calls.post(`${DEVICE}/${call}`, deviceInfoSchema, { json })
  const ask = (call: string, token: string) =>
    calls.post(`${DEVICE}/${call}`, doneSchema, { json: { token } })

  return {
    /** Token → name. */
    list: (signal: AbortSignal) =>
      calls.get(`${DEVICE}/list`, deviceListSchema, { query: { index: 'token' }, signal }),
    /** Token → info, asked for in batches and merged; what the server does not know is left out. */
    async info(tokens: readonly string[], signal: AbortSignal): Promise<Record<string, DeviceInfo>> {
      const answers = await Promise.all(
        batchesOf(tokens, LIMITS.DEVICE_INFO_BATCH).map((devicetoken) =>
          calls.get(`${DEVICE}/info`, deviceInfoMapSchema, { query: { devicetoken }, signal }),
        ),
      )
      return Object.assign({}, ...answers)
    },
    /** Lets the weather move devices, or keeps it from that until the next midnight of the home. */
    setWeatherAutomatic: (tokens: readonly string[], automatic: boolean): Promise<DeviceWeather> =>
      calls.post(`${DEVICE}/weather`, deviceWeatherSchema, { json: { tokens, automatic } }),
    /** Answers when the hardware has acknowledged the command or failed to. */
    move: (deviceId: string, command: DeviceCommand, proof?: UnlockProof): Promise<CommandResult[]> =>
      calls.post(`${DEVICE}/move`, commandResultsSchema, {
        json: { commands: [{ token: deviceId, ...command }], wait: false, ...proof },
      }),
    /** Answers when the hardware has done what it was asked for, or failed to. */
    moveAndWait: (deviceId: string, command: DeviceCommand): Promise<CommandResult[]> =>
      calls.post(`${DEVICE}/move`, commandResultsSchema, {
        json: { commands: [{ token: deviceId, ...command }], wait: true },
      }),
    /** Commands of several devices; answers as `move`, like results merged. */
    moveAll: (commands: readonly ({ token: string } & DeviceCommand)[]): Promise<CommandResult[]> =>
      calls.post(`${DEVICE}/move`, commandResultsSchema, { json: { commands, wait: false } }),
    abortAll: (commands: readonly { token: string }[]): Promise<CommandResult[]> =>
      calls.post(`${DEVICE}/abort`, commandResultsSchema, { json: { commands } }),
    /** Each of these answers the device as it is then; errors carry a code and a key. */
    claim: (claimCode: string, name: string) => change('claim', { claimCode, name }),
    rename: (token: string, name: string) => change('rename', { token, name }),
    changeSettings: (token: string, settings: DeviceSettings) => change('settings', { token, settings }),
    saveFavourite: (token: string, place: Target) => change('favourite', { token, ...percentOf(place) }),
    saveVentilation: (token: string, place: Target) => change('ventilation', { token, ...percentOf(place) }),
    guardUnlock: (token: string, guard: { unlockBy: UnlockGesture; pin?: string; password: string }) =>
      change('unlock-guard', { token, ...guard }),
    /** Which door is behind a shade; null for none. */
    setDoor: (token: string, door: string | null) => change('doorway', { token, door }),
    restart: (token: string) => ask('restart', token),
    recalibrate: (token: string) => ask('recalibrate', token),
    /** Options for the passkey that unlocks a door, and the state that goes back with its answer. */
    challengeUnlock: (token: string) =>
      calls.post(`${DEVICE}/unlock-challenge`, unlockChallengeSchema, { json: { token } }),
    /** One that is away goes only by `force`. */
    remove: (token: string, force: boolean): Promise<CommandResult[]> =>
      calls.delete(`${DEVICE}/delete`, commandResultsSchema, {
        query: { devicetoken: [token], force: String(force) },
      }),
  }
}
export type DevicesApi = ReturnType<typeof createDevicesApi>

export function batchesOf<T>(entries: readonly T[], size: number): T[][] {
  const batches: T[][] = []
  for (let start = 0; start < entries.length; start += size) batches.push(entries.slice(start, start + size))
  return batches
}
