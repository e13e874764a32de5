import {
  type CommandResult,
  commandResultsSchema,
  type DeviceCommand,
  type DeviceInfo,
  devicesReading,
  type GuestLink,
  guestLinkSchema,
} from '@senca/contract'
import type { ApiRequest } from '#core/api/api-request.ts'
import type { UnlockCall } from '#features/device-model/devices.api.ts'

/** The fields of every guest call. */
export interface GuestTerms {
  deviceLinkToken: string
  pin?: string
}

/** Makes a call that is authorized by a link. */
type Call = <T>(request: ApiRequest<T>, deviceLinkToken: string) => Promise<T>

/** The calls of a guest. All refusals have the code `insufficient_permission`; their `key` names the reason. */
export function createGuestApi(send: Call) {
  const call = <T>(
    name: string,
    terms: GuestTerms,
    rest: object,
    answer: ApiRequest<T>['answer'],
    signal?: AbortSignal,
  ): Promise<T> => {
    const { deviceLinkToken } = terms
    return send(
      {
        method: 'POST',
        path: `/api/v1/device-link/${name}`,
        access: { deviceLinkToken },
        json: { ...terms, ...rest },
        answer,
        signal,
      },
      deviceLinkToken,
    )
  }

  return {
    info: (terms: GuestTerms): Promise<GuestLink> => call('info', terms, {}, guestLinkSchema),
    /** Device infos by token. */
    devices: (terms: GuestTerms): Promise<Record<string, DeviceInfo>> =>
      call('devices', terms, {}, devicesReading).then(({ devices }) => devices),
    /** Resolves when the hardware has acknowledged the command or failed to do so. */
    act: (
      terms: GuestTerms,
      deviceId: string,
      action: DeviceCommand,
      unlock?: UnlockCall,
    ): Promise<CommandResult[]> => {
      const asked = unlock === undefined ? {} : { askedAt: unlock.askedAt }
      const rest = { deviceIds: [deviceId], action, ...asked }
      return call('action', terms, rest, commandResultsSchema, unlock?.signal)
    },
    stop: (terms: GuestTerms, deviceId: string): Promise<CommandResult[]> =>
      call('stop', terms, { deviceIds: [deviceId] }, commandResultsSchema),
  }
}
export type GuestApi = ReturnType<typeof createGuestApi>
