import type { ErrorCode } from '@senca/contract'
import type { PublicKeyList } from '@senca/contract/hardware'
import { DriverError } from '#drivers/driver.ts'
import type { Activity } from '#features/activity/index.ts'
import type { Actor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { DeviceGateway } from '../device-gateway.ts'
import { effectiveTypeOf } from '../device-info.ts'
import type { DeviceService } from '../devices.service.ts'
import type { Device } from '../registry/device-row.ts'
import type { CapabilitiesOf } from '../shadow/shadow.ts'
import type { Shadows } from '../shadow/shadows.ts'
import type { AddedKey, KeyStore } from './keys.store.ts'
import { readPublicKey } from './public-key.ts'

const REFUSALS: Record<Extract<AddedKey, { ok: false }>['reason'], ErrorCode> = {
  gone: 'device_not_exist',
  exists: 'public_key_already_exists',
  'too many': 'public_keys_limit_exceeded',
}

interface KeyServiceOptions {
  devices: Pick<DeviceService, 'findProvisioned'>
  store: KeyStore
  /** Whether the broker supports signing in with keys. */
  mayAdd: boolean
  capabilitiesOf: CapabilitiesOf
  shadows: Pick<Shadows, 'get'>
  gateway: DeviceGateway
  activity: Pick<Activity, 'record'>
  clock: Clock
}

/** The public keys with which a device may sign in besides its secret. Only the owner may use this service. */
export function createKeyService(options: KeyServiceOptions) {
  const { devices, store, mayAdd, capabilitiesOf, shadows, gateway, activity, clock } = options

  const findWithKeys = async (actor: Actor, id: string): Promise<Device> => {
    const device = await devices.findProvisioned(actor, 'own', id)
    const shadow = shadows.get(id)
    if (!mayAdd) throw new ApiError('device_unsupported_action', { status: 409, deviceId: id })
    if (!capabilitiesOf(effectiveTypeOf(device, shadow), shadow).includes('registerKey'))
      throw new ApiError('device_unsupported_action', { deviceId: id })
    return device
  }

  const register = async (actor: Actor, device: Device, given: unknown): Promise<{ keyId: string }> => {
    const key = readPublicKey(given)
    if (key === null) throw new ApiError('public_key_invalid', { key: 'publicKey', deviceId: device.id })
    const added = await store.add(device, key, clock.now())
    if (!added.ok) throw new ApiError(REFUSALS[added.reason], { key: 'publicKey', deviceId: device.id })
    activity.record(actor, device, { action: 'key_added' })
    return { keyId: added.keyId }
  }

  /** Asks the device for a public key and returns its answer. Throws the error with which the device refuses. */
  const askForKey = async (deviceId: string): Promise<unknown> => {
    if (!shadows.get(deviceId).connected) throw new ApiError('device_offline', { deviceId })
    let publicKey: unknown
    try {
      await gateway.execute(
        { deviceId, command: { command: 'register_key' } },
        {
          acknowledged(reported) {
            publicKey = reported?.publicKey
          },
        },
      )
    } catch (error) {
      if (error instanceof DriverError) throw new ApiError(error.code, { deviceId })
      throw error
    }
    return publicKey
  }

  return {
    /**
     * Throws `device_not_exist`, `insufficient_permission`, `device_unsupported_action`, `public_key_invalid`,
     * `public_key_already_exists`, `public_keys_limit_exceeded`.
     */
    async add(actor: Actor, id: string, publicKey: unknown): Promise<{ keyId: string }> {
      return register(actor, await findWithKeys(actor, id), publicKey)
    },

    /** Makes the device create a key and registers it. Throws like `add`, and the error with which the device refuses. */
    async request(actor: Actor, id: string): Promise<{ keyId: string }> {
      const device = await findWithKeys(actor, id)
      return register(actor, device, await askForKey(id))
    },

    async list(actor: Actor, id: string): Promise<PublicKeyList> {
      const device = await devices.findProvisioned(actor, 'own', id)
      return (await store.list(device.id)).map(({ id: keyId, publicKey, createdAt, lastUsedAt }) => ({
        keyId,
        publicKey,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }))
    },

    /**
     * Throws `resource_not_found` if the device does not have this key, and `device_update_failed` if it is the only credential
     * left.
     */
    async remove(actor: Actor, id: string, keyId: string): Promise<void> {
      const device = await devices.findProvisioned(actor, 'own', id)
      const removed = await store.remove(device, keyId)
      if (removed === 'gone') throw new ApiError('device_not_exist', { deviceId: id })
      if (removed === 'unknown') throw new ApiError('resource_not_found', { key: 'keyId', deviceId: id })
      if (removed === 'needed') throw new ApiError('device_update_failed', { key: 'keyId', deviceId: id })
      activity.record(actor, device, { action: 'key_deleted' })
    },

    async isSecretEnabled(actor: Actor, id: string): Promise<boolean> {
      const device = await devices.findProvisioned(actor, 'own', id)
      return store.isSecretEnabled(device.id)
    },

    /** Throws `device_update_failed` if the secret is the only credential. */
    async setSecretEnabled(actor: Actor, id: string, isEnabled: boolean): Promise<void> {
      const device = await devices.findProvisioned(actor, 'own', id)
      const changed = await store.setSecretEnabled(device, isEnabled)
      if (changed === 'gone') throw new ApiError('device_not_exist', { deviceId: id })
      if (changed === 'no key') throw new ApiError('device_update_failed', { key: 'enabled', deviceId: id })
      if (changed === 'changed')
        activity.record(actor, device, { action: isEnabled ? 'secret_enabled' : 'secret_disabled' })
    },
  }
}

export type KeyService = ReturnType<typeof createKeyService>
