import {
  type CommandResult,
  commandResultsSchema,
  type DeviceCommand,
  type DeviceInfo,
  type DeviceSettings,
  deviceInfoMapSchema,
  deviceInfoSchema,
  deviceListSchema,
  LIMITS,
  type Target,
  type UnlockGesture,
  unitToPercent,
  unlockChallengeSchema,
} from '@senca/contract'
import * as z from 'zod/mini'
import type { ApiClient } from '#core/api-client.ts'

const doneSchema = z.object({})

/** What unlocks a door whose owner asks for more than a tap. */
export type UnlockProof = { pin: string } | { proof: { state: string; credential: unknown } }

/** Axes as a request carries them: 0..100. */
export const percentOf = ({ position, inclination }: Target) => ({
  ...(position === undefined ? {} : { position: unitToPercent(position) }),
  ...(inclination === undefined ? {} : { inclination: unitToPercent(inclination) }),
})

/** The device calls of the server. */
export function createDevicesApi(api: ApiClient) {
  const info = (devicetoken: readonly string[], signal?: AbortSignal) =>
    api.request({
      method: 'GET',
      path: '/api/v1/device/info',
      access: 'apiToken',
      query: { devicetoken },
      answer: deviceInfoMapSchema,
      ...(signal === undefined ? {} : { signal }),
    })

  const change = (call: string, json: object): Promise<DeviceInfo> =>
    api.request({
      method: 'POST',
      path: `/api/v1/device/${call}`,
      access: 'apiToken',
      json,
      answer: deviceInfoSchema,
    })

  const ask = (call: string, token: string) =>
    api.request({
      method: 'POST',
      path: `/api/v1/device/${call}`,
      access: 'apiToken',
      json: { token },
      answer: doneSchema,
    })

  return {
    /** Token → name. */
    list: (signal: AbortSignal) =>
      api.request({
        method: 'GET',
        path: '/api/v1/device/list',
        access: 'apiToken',
        query: { index: 'token' },
        answer: deviceListSchema,
        signal,
      }),
    /** Token → info, asked for in batches and merged; what the server does not know is left out. */
    async info(tokens: readonly string[], signal: AbortSignal): Promise<Record<string, DeviceInfo>> {
      const answers = await Promise.all(
        batchesOf(tokens, LIMITS.DEVICE_INFO_BATCH).map((batch) => info(batch, signal)),
      )
      return Object.assign({}, ...answers)
    },
    /** Answers when the hardware has acknowledged the command or failed to. */
    move: (deviceId: string, command: DeviceCommand, proof?: UnlockProof): Promise<CommandResult[]> =>
      api.request({
        method: 'POST',
        path: '/api/v1/device/move',
        access: 'apiToken',
        json: { commands: [{ token: deviceId, ...command }], wait: false, ...proof },
        answer: commandResultsSchema,
      }),
    abort: (deviceId: string): Promise<CommandResult[]> =>
      api.request({
        method: 'POST',
        path: '/api/v1/device/abort',
        access: 'apiToken',
        json: { commands: [{ token: deviceId }] },
        answer: commandResultsSchema,
      }),
    claim: (claimCode: string, name: string): Promise<DeviceInfo> =>
      api.request({
        method: 'POST',
        path: '/api/v1/device/claim',
        access: 'apiToken',
        json: { claimCode, name },
        answer: deviceInfoSchema,
      }),
    /** Each of these answers the device as it is then; errors carry a code and a key. */
    rename: (token: string, name: string) => change('rename', { token, name }),
    changeSettings: (token: string, settings: DeviceSettings) => change('settings', { token, settings }),
    saveFavourite: (token: string, place: Target) => change('favourite', { token, ...percentOf(place) }),
    saveVentilation: (token: string, place: Target) => change('ventilation', { token, ...percentOf(place) }),
    guardUnlock: (token: string, guard: { unlockBy: UnlockGesture; pin?: string; password: string }) =>
      change('unlock-guard', { token, ...guard }),
    restart: (token: string) => ask('restart', token),
    recalibrate: (token: string) => ask('recalibrate', token),
    /** Options for the passkey that unlocks a door, and the state that goes back with its answer. */
    challengeUnlock: (token: string) =>
      api.request({
        method: 'POST',
        path: '/api/v1/device/unlock-challenge',
        access: 'apiToken',
        json: { token },
        answer: unlockChallengeSchema,
      }),
    /** One that is away goes only by `force`. */
    remove: (token: string, force: boolean): Promise<CommandResult[]> =>
      api.request({
        method: 'DELETE',
        path: '/api/v1/device/delete',
        access: 'apiToken',
        query: { devicetoken: [token], force: String(force) },
        answer: commandResultsSchema,
      }),
  }
}
export type DevicesApi = ReturnType<typeof createDevicesApi>

export function batchesOf<T>(entries: readonly T[], size: number): T[][] {
  const batches: T[][] = []
  for (let start = 0; start < entries.length; start += size) batches.push(entries.slice(start, start + size))
  return batches
}
