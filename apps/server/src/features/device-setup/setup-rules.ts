import type { SetupStatus } from '@senca/contract/setup'
import type { SETUP_OUTCOMES } from './device-setup.schema.ts'

export type SetupOutcome = (typeof SETUP_OUTCOMES)[number]

export interface SetupCode {
  accountId: string
  expiresAt: Date
  /** The device that used the code; null while it is open. */
  deviceId: string | null
  outcome: SetupOutcome | null
}

/** The relation of a device to a home. `canBeClaimed`: it has no owner, or a factory reset allows another owner. */
export interface Offering {
  id: string
  ownerId: string | null
  canBeClaimed: boolean
}

/** The result for a device that reports a code; null if nothing changes. */
export function outcomeOf(code: SetupCode, device: Offering, now: Date): SetupOutcome | 'take' | null {
  const isInHome = device.ownerId === code.accountId
  if (code.deviceId !== null) return isInHome && code.deviceId === device.id ? 'claimed' : 'used'
  if (code.expiresAt <= now) return null
  if (isInHome) return 'claimed'
  if (device.canBeClaimed) return 'take'
  // A device without an owner that cannot be taken must first forget the home that it left.
  return device.ownerId === null ? 'connected' : 'belongs_to_another_home'
}

/** The status of a code for its account. For an open code it is the result for the device that reported it last. */
export function statusOf({ deviceId, outcome, expiresAt }: SetupCode, now: Date): SetupStatus {
  if (outcome === 'claimed' && deviceId !== null) return { status: 'claimed', token: deviceId }
  if (outcome === 'used') return { status: 'failed', reason: 'used' }
  if (expiresAt <= now) return { status: 'failed', reason: 'expired' }
  if (outcome === null) return { status: 'waiting' }
  if (outcome === 'connected' || outcome === 'claimed') return { status: 'connected' }
  return { status: 'failed', reason: outcome }
}
