import {
  type CommandResult,
  commandResultsSchema,
  type DeviceCommand,
  type DeviceInfo,
  type DeviceSettings,
  type DeviceWeather,
  deviceListSchema,
  deviceReading,
  devicesReading,
  deviceWeatherSchema,
  LIMITS,
  type Target,
  type UnlockGesture,
  unlockChallengeSchema,
} from '@senca/contract'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import type { ApiClient } from '#core/api/api-client.ts'
import { noteReading } from '#core/unreadable-devices.ts'
import { percentOf } from './commands/percent-of.ts'

/** The proof that unlocks a door whose owner requires a PIN or a passkey. */
export type UnlockProof = { pin: string } | { proof: { state: string; credential: unknown } }

/** An unlock also carries when the person asked for it, and ends when it can no longer be carried out. */
export interface UnlockCall {
  /** ISO 8601, by the clock of the server. */
  askedAt: string
  signal: AbortSignal
  proof?: UnlockProof
}

/** The device endpoints of the server. */
export function createDevicesApi(api: ApiClient) {
  const calls = callsBy(api, 'apiToken')
  const DEVICE = '/api/v1/device'
  const change = (call: string, json: object): Promise<DeviceInfo> =>
    calls.post(`${DEVICE}/${call}`, deviceReading, { json })
  const ask = (call: string, token: string) =>
    calls.post(`${DEVICE}/${call}`, doneSchema, { json: { token } })

  return {
    /** Device names by token. */
    list: (signal: AbortSignal) =>
      calls.get(`${DEVICE}/list`, deviceListSchema, { query: { index: 'token' }, signal }),
    /** Device infos by token, requested in batches and merged. Devices that the server does not know are left out. */
    async info(tokens: readonly string[], signal: AbortSignal): Promise<Record<string, DeviceInfo>> {
      const answers = await Promise.all(
        batchesOf(tokens, LIMITS.DEVICE_INFO_BATCH).map((devicetoken) =>
          calls.get(`${DEVICE}/info`, devicesReading, { query: { devicetoken }, signal }),
        ),
      )
      const unreadable = answers.flatMap((answer) => answer.unreadable)
      noteReading({ unreadable, readable: tokens })
      return Object.assign({}, ...answers.map(({ devices }) => devices))
    },
    /** Allows weather scenarios to move the devices, or blocks them until the next midnight at the home. */
    setWeatherAutomatic: (tokens: readonly string[], automatic: boolean): Promise<DeviceWeather> =>
      calls.post(`${DEVICE}/weather`, deviceWeatherSchema, { json: { tokens, automatic } }),
    /** Unlocks locks of one door in one call, and returns the results of each lock. They come when all have answered. */
    unlock(
      deviceId: string,
      commands: readonly DeviceCommand[],
      { askedAt, signal, proof }: UnlockCall,
    ): Promise<CommandResult[]>[] {
      const answer = calls.post(`${DEVICE}/move`, commandResultsSchema, {
        json: {
          commands: commands.map((command) => ({ token: deviceId, ...command })),
          wait: false,
          askedAt,
          ...proof,
        },
        signal,
      })
      return commands.map((_, index) => answer.then((results) => resultOfLock(results, deviceId, index)))
    },
    /** Resolves when the hardware has executed the command or failed to do so. */
    moveAndWait: (deviceId: string, command: DeviceCommand): Promise<CommandResult[]> =>
      calls.post(`${DEVICE}/move`, commandResultsSchema, {
        json: { commands: [{ token: deviceId, ...command }], wait: true },
      }),
    /** Commands of several devices. Resolves like `move`; equal results are merged. */
    moveAll: (commands: readonly ({ token: string } & DeviceCommand)[]): Promise<CommandResult[]> =>
      calls.post(`${DEVICE}/move`, commandResultsSchema, { json: { commands, wait: false } }),
    abortAll: (commands: readonly { token: string }[]): Promise<CommandResult[]> =>
      calls.post(`${DEVICE}/abort`, commandResultsSchema, { json: { commands } }),
    /** Each of these calls returns the updated device. Errors carry a code and a key. */
    claim: (claimCode: string, name: string) => change('claim', { claimCode, name }),
    rename: (token: string, name: string) => change('rename', { token, name }),
    changeSettings: (token: string, settings: DeviceSettings & { lockCode?: string | null }) =>
      change('settings', { token, settings }),
    saveFavourite: (token: string, place: Target) => change('favourite', { token, ...percentOf(place) }),
    saveVentilation: (token: string, place: Target) => change('ventilation', { token, ...percentOf(place) }),
    guardUnlock: (token: string, guard: { unlockBy: UnlockGesture; pin?: string; password: string }) =>
      change('unlock-guard', { token, ...guard }),
    /** Sets the door that is behind a shade; null for none. */
    setDoor: (token: string, door: string | null) => change('doorway', { token, door }),
    restart: (token: string) => ask('restart', token),
    recalibrate: (token: string) => ask('recalibrate', token),
    /** Options for the passkey that unlocks a door, and the state that is sent back with the answer of the passkey. */
    challengeUnlock: (token: string) =>
      calls.post(`${DEVICE}/unlock-challenge`, unlockChallengeSchema, { json: { token } }),
    /** A device that is offline can only be removed with `force`. */
    remove: (token: string, force: boolean): Promise<CommandResult[]> =>
      calls.delete(`${DEVICE}/delete`, commandResultsSchema, {
        query: { devicetoken: [token], force: String(force) },
      }),
  }
}
export type DevicesApi = ReturnType<typeof createDevicesApi>

/** Equal results are merged: one of the door is that of each lock, several are in the order of the commands. */
function resultOfLock(results: readonly CommandResult[], deviceId: string, index: number): CommandResult[] {
  const own = results.filter(({ device_ids: ids }) => ids.includes(deviceId))
  return own.length === 1 ? own : own.slice(index, index + 1)
}

export function batchesOf<T>(entries: readonly T[], size: number): T[][] {
  const batches: T[][] = []
  for (let start = 0; start < entries.length; start += size) batches.push(entries.slice(start, start + size))
  return batches
}
