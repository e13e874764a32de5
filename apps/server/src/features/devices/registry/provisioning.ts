import { randomBytes } from 'node:crypto'
import type { DeviceType } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { DeviceLogins } from '#platform/mqtt/outside/dynamic-security.ts'
import { isKeyKnown } from '../keys/keys.store.ts'
import { type ReadKey, readPublicKey } from '../keys/public-key.ts'
import { createClaimCode, hashClaimCode } from './claim-code.ts'
import { createDeviceSecret, hashDeviceSecret, isDeviceSecret } from './device-secrets.ts'
import type { DeviceStore } from './devices.store.ts'
import type { EndpointStore } from './endpoints.store.ts'
import { OWN_DRIVER } from './own-driver.ts'

const ID_BYTES = 10

/** What is burnt into a device, and the code on its label; it is given out once and kept only as hashes. */
export interface ProvisionedDevice {
  id: string
  secret: string
  claimCode: string
}

interface ProvisioningOptions {
  store: DeviceStore
  credentials: Pick<EndpointStore, 'findSecretHash' | 'setSecretHash'>
  clock: Clock
  /** Where the broker keeps logins itself. */
  logins: DeviceLogins | undefined
}

/** Makes devices known before they are built. */
export function createProvisioning({ store, credentials, clock, logins }: ProvisioningOptions) {
  return {
    /**
     * With public keys, one for each; throws `malformed_request`, `public_key_invalid`, `public_key_already_exists`, and
     * `device_unsupported_action` for keys where the broker lets nobody in by them.
     */
    async provision(
      type: DeviceType,
      count: number,
      publicKeys?: readonly unknown[],
    ): Promise<ProvisionedDevice[]> {
      const keys = publicKeys?.map(readKey)
      if (keys !== undefined && keys.length !== count)
        throw new ApiError('malformed_request', { key: 'publicKeys' })
      if (keys !== undefined && logins !== undefined)
        throw new ApiError('device_unsupported_action', { status: 409, key: 'publicKeys' })
      const made = Array.from({ length: count }, () => ({
        id: randomBytes(ID_BYTES).toString('hex'),
        secret: createDeviceSecret(),
        claimCode: createClaimCode(),
      }))
      const rows = made.map(({ id, secret, claimCode }, nth) => ({
        id,
        type,
        driver: OWN_DRIVER,
        address: id,
        secretHash: hashDeviceSecret(secret),
        claimCodeHash: hashClaimCode(claimCode),
        key: keys?.[nth] ?? null,
      }))
      // First the broker: a login without a device lets nobody do anything, a device without a login cannot come in.
      await logins?.set(made)
      await store.insert(rows, clock.now()).catch((error: unknown) => {
        if (isKeyKnown(error)) throw new ApiError('public_key_already_exists', { key: 'publicKeys' })
        throw error
      })
      return made
    },

    /** A new secret for hardware of our own protocol; the old one no longer lets it in. */
    async replaceSecret(address: string): Promise<string> {
      const secret = createDeviceSecret()
      await logins?.set([{ id: address, secret }])
      await credentials.setSecretHash({ driver: OWN_DRIVER, address }, hashDeviceSecret(secret))
      return secret
    },

    /** Whether hardware of our own protocol has this secret. */
    async isDeviceSecret(address: string, secret: string): Promise<boolean> {
      return isDeviceSecret(secret, await credentials.findSecretHash({ driver: OWN_DRIVER, address }))
    },
  }
}

function readKey(given: unknown): ReadKey {
  const key = readPublicKey(given)
  if (key === null) throw new ApiError('public_key_invalid', { key: 'publicKeys' })
  return key
}

export type Provisioning = ReturnType<typeof createProvisioning>
