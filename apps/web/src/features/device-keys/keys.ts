import {
  deviceSecretSchema,
  type PublicKeyList,
  publicKeyAddedSchema,
  publicKeyListSchema,
} from '@senca/contract/hardware'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { api } from '#core/browser.ts'

const { get, post } = callsBy(api, 'apiToken')

const about = (path: string, token: string) => `${path}?${new URLSearchParams({ devicetoken: token })}`

export const keysApi = {
  add: (token: string, publicKey: unknown) =>
    post('/api/v1/device/publickey/add', publicKeyAddedSchema, { json: { token, publicKey } }),
  request: (token: string) =>
    post('/api/v1/device/publickey/request', publicKeyAddedSchema, { json: { token } }),
  remove: (token: string, keyId: string) =>
    post('/api/v1/device/publickey/delete', doneSchema, { json: { token, keyId } }),
  setSecretEnabled: (token: string, enabled: boolean) =>
    post('/api/v1/device/secret', doneSchema, { json: { token, enabled } }),
}

/** The keys of a device, and whether it can also sign in with its secret. */
export interface DeviceKeys {
  keys: PublicKeyList
  isSecretEnabled: boolean
}

export const deviceKeysQuery = (token: string) =>
  queryOptions({
    queryKey: ['device-keys', token],
    queryFn: async (): Promise<DeviceKeys> => {
      const [keys, secret] = await Promise.all([
        get(about('/api/v1/device/publickey/list', token), publicKeyListSchema),
        get(about('/api/v1/device/secret', token), deviceSecretSchema),
      ])
      return { keys, isSecretEnabled: secret.enabled }
    },
  })
