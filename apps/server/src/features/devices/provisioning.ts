import { randomBytes } from 'node:crypto'
import type { DeviceType } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import { createClaimCode, hashClaimCode } from './claim-code.ts'
import { createDeviceSecret, hashDeviceSecret, isDeviceSecret } from './device-secrets.ts'
import type { DeviceStore } from './devices.store.ts'
import type { Shadows } from './shadows/shadows.ts'

const ID_BYTES = 10

/** What is burnt into a device, and the code on its label; it is given out once and kept only as hashes. */
export interface ProvisionedDevice {
  id: string
  secret: string
  claimCode: string
}

interface ProvisioningOptions {
  store: DeviceStore
  shadows: Shadows
  clock: Clock
}

/** Makes devices known before they are built. */
export function createProvisioning({ store, shadows, clock }: ProvisioningOptions) {
  return {
    async provision(type: DeviceType, count: number): Promise<ProvisionedDevice[]> {
      const made = Array.from({ length: count }, () => ({
        id: randomBytes(ID_BYTES).toString('hex'),
        secret: createDeviceSecret(),
        claimCode: createClaimCode(),
      }))
      const rows = made.map(({ id, secret, claimCode }) => ({
        id,
        type,
        secretHash: hashDeviceSecret(secret),
        claimCodeHash: hashClaimCode(claimCode),
      }))
      await store.insert(rows, clock.now())
      shadows.provisioned(made.map(({ id }) => id))
      return made
    },

    /** A new secret for a device; the old one no longer lets it in. */
    async replaceSecret(deviceId: string): Promise<string> {
      const secret = createDeviceSecret()
      await store.setSecretHash(deviceId, hashDeviceSecret(secret))
      return secret
    },

    async isDeviceSecret(deviceId: string, secret: string): Promise<boolean> {
      return isDeviceSecret(secret, await store.findSecretHash(deviceId))
    },
  }
}

export type Provisioning = ReturnType<typeof createProvisioning>
