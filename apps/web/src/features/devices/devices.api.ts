import {
  type CommandResult,
  commandResultsSchema,
  type DeviceCommand,
  type DeviceInfo,
  deviceInfoMapSchema,
  deviceInfoSchema,
  deviceListSchema,
  LIMITS,
} from '@senca/contract'
import type { ApiClient } from '#core/api-client.ts'

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
    move: (deviceId: string, command: DeviceCommand): Promise<CommandResult[]> =>
      api.request({
        method: 'POST',
        path: '/api/v1/device/move',
        access: 'apiToken',
        json: { commands: [{ token: deviceId, ...command }], wait: false },
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
  }
}
export type DevicesApi = ReturnType<typeof createDevicesApi>

export function batchesOf<T>(entries: readonly T[], size: number): T[][] {
  const batches: T[][] = []
  for (let start = 0; start < entries.length; start += size) batches.push(entries.slice(start, start + size))
  return batches
}
