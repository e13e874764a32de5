import type { SetupStatus } from '@senca/contract/setup'
import type { SETUP_OUTCOMES } from './device-setup.schema.ts'

export type SetupOutcome = (typeof SETUP_OUTCOMES)[number]

export interface SetupCode {
  accountId: string
  expiresAt: Date
  /** The device that used it; null as long as it is open. */
  deviceId: string | null
  outcome: SetupOutcome | null
}

/** What a device has to do with a home; `canBeTaken`: it is nobody's, or its owner's no more after its factory reset. */
export interface Offering {
  id: string
  ownerId: string | null
  canBeTaken: boolean
}

/** What a device that offers a code comes to; null where nothing changes. */
export function outcomeOf(code: SetupCode, device: Offering, now: Date): SetupOutcome | 'take' | null {
  const isInHome = device.ownerId === code.accountId
  if (code.deviceId !== null) return isInHome && code.deviceId === device.id ? 'claimed' : 'used'
  if (code.expiresAt <= now) return null
  if (isInHome) return 'claimed'
  if (device.canBeTaken) return 'take'
  // One that is nobody's and cannot be taken has yet to forget the home that it left.
  return device.ownerId === null ? 'connected' : 'belongs_to_another_home'
}

/** What its account is told of a code: of a code that a device used, what came of the device that offered it last. */
export function statusOf({ deviceId, outcome, expiresAt }: SetupCode, now: Date): SetupStatus {
  if (outcome === 'claimed' && deviceId !== null) return { status: 'claimed', token: deviceId }
  if (outcome === 'used') return { status: 'failed', reason: 'used' }
  if (expiresAt <= now) return { status: 'failed', reason: 'expired' }
  if (outcome === null) return { status: 'waiting' }
  if (outcome === 'connected' || outcome === 'claimed') return { status: 'connected' }
  return { status: 'failed', reason: outcome }
}
