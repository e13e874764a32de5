import { randomBytes } from 'node:crypto'
import type { DeviceType } from '@senca/contract'
import { createBatchedReads } from '#platform/batched-reads.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { DeviceLogins } from '#platform/mqtt/broker.ts'
import { isKeyKnown } from '../keys/keys.store.ts'
import { type ReadKey, readPublicKey } from '../keys/public-key.ts'
import { createClaimCode, hashClaimCode } from './claim-code.ts'
import { createDeviceSecret, hashDeviceSecret, isDeviceSecret } from './device-secrets.ts'
import type { DeviceStore } from './devices.store.ts'
import type { EndpointStore } from './endpoints.store.ts'
import { OWN_DRIVER } from './own-driver.ts'

const ID_BYTES = 10
const READ_AT_ONCE = 500

/** The credentials for a device and the code for its label. They are returned once and stored only as hashes. */
export interface ProvisionedDevice {
  id: string
  secret: string
  claimCode: string
}

interface ProvisioningOptions {
  store: DeviceStore
  credentials: Pick<EndpointStore, 'readSecretHashes' | 'setSecretHash'>
  clock: Clock
  /** Set if the broker manages the logins itself. */
  logins: DeviceLogins | undefined
}

/** Registers devices before they are built. */
export function createProvisioning({ store, credentials, clock, logins }: ProvisioningOptions) {
  // Thousands of devices may sign in at once, after a power cut for example.
  const readSecretHash = createBatchedReads<string | null>(
    (addresses) => credentials.readSecretHashes(OWN_DRIVER, addresses),
    { max: READ_AT_ONCE },
  )

  return {
    /**
     * Creates one device for each public key, if keys are given. Throws `malformed_request`, `public_key_invalid`,
     * `public_key_already_exists`, and `device_unsupported_action` for keys if the broker does not support them.
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
      // The broker comes first: a login without a device is harmless, but a device without a login could not connect.
      await logins?.set(made)
      await store.insert(rows, clock.now()).catch((error: unknown) => {
        if (isKeyKnown(error)) throw new ApiError('public_key_already_exists', { key: 'publicKeys' })
        throw error
      })
      return made
    },

    /** Creates a new secret for hardware of our own protocol. The old secret stops working. */
    async replaceSecret(address: string): Promise<string> {
      const secret = createDeviceSecret()
      await logins?.set([{ id: address, secret }])
      await credentials.setSecretHash({ driver: OWN_DRIVER, address }, hashDeviceSecret(secret))
      return secret
    },

    /** Whether this is the secret of hardware of our own protocol. */
    async isDeviceSecret(address: string, secret: string): Promise<boolean> {
      return isDeviceSecret(secret, (await readSecretHash(address)) ?? null)
    },
  }
}

function readKey(given: unknown): ReadKey {
  const key = readPublicKey(given)
  if (key === null) throw new ApiError('public_key_invalid', { key: 'publicKeys' })
  return key
}

export type Provisioning = ReturnType<typeof createProvisioning>
