import { hash, verify } from '@node-rs/argon2'
import { type DeviceInfo, kindOf, type ResultDetail, type UnlockGesture } from '@senca/contract'
import type { Activity } from '#features/activity/index.ts'
import type { Device, DeviceService, SettingsStore } from '#features/devices/index.ts'
import type { AccountActor, Actor, DelegateActor } from '#features/rights/index.ts'
import {
  type PasskeyChecks,
  type Prove,
  proveForDoor,
  type ShownProof,
} from '#features/second-factor/index.ts'
import { createSecretToken, hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { ChallengeStore } from './challenges.store.ts'
import type { PinAttempts } from './pin-attempts.ts'

const CHALLENGE_MS = 5 * 60_000
const WRONG_PINS = 10
const PIN_LOCK_MS = 3_600_000

interface DoorGuardServiceOptions {
  devices: Pick<DeviceService, 'find' | 'infoOf'>
  guards: Pick<SettingsStore, 'guardUnlock' | 'takePinGuess' | 'forgivePinGuesses'>
  challenges: ChallengeStore
  passkeys: PasskeyChecks
  prove: Prove
  pinAttempts: PinAttempts
  activity: Pick<Activity, 'recordSafely'>
  clock: Clock
  /** Called after a change of a device that its info shows. */
  updated(deviceId: string): void
}

export interface Guard {
  unlockBy: UnlockGesture
  pin?: string | undefined
}

/** The proof that is sent with an unlock command, and the host of the page that sent it. */
export interface DoorProof {
  pin?: string | undefined
  proof?: { state: string; credential: unknown } | undefined
  host: string
}

/** The protection that an owner requires for unlocking a door. */
export function createDoorGuardService(options: DoorGuardServiceOptions) {
  const { devices, guards, challenges, passkeys, prove, pinAttempts, activity, clock, updated } = options

  const assertDoor = ({ id, type }: Device) => {
    if (kindOf(type).family !== 'door') throw new ApiError('device_unsupported_action', { deviceId: id })
  }

  /** Throws unless a PIN is given exactly for a guard by PIN. */
  const assertFits = ({ unlockBy, pin }: Guard, deviceId: string) => {
    const hasPin = pin !== undefined
    if (hasPin === (unlockBy === 'pin')) return
    throw new ApiError(hasPin ? 'malformed_request' : 'data_missing', { key: 'pin', deviceId })
  }

  const checkPin = async (device: Device, pin: string | undefined): Promise<ResultDetail | null> => {
    if (pin === undefined) return 'pin_required'
    const now = clock.now()
    const lockedUntil = new Date(now.getTime() + PIN_LOCK_MS)
    const pinHash = await guards.takePinGuess(device, { max: WRONG_PINS, now, lockedUntil })
    if (pinHash === null) return 'pin_locked'
    if (!(await pinAttempts.hashing(() => verify(pinHash, pin)))) return 'pin_wrong'
    await guards.forgivePinGuesses(device, pinHash)
    return null
  }

  const checkPasskey = async (
    { accountId, sessionId }: Pick<AccountActor | DelegateActor, 'accountId' | 'sessionId'>,
    { id }: Device,
    { proof, host }: DoorProof,
  ) => {
    if (proof === undefined || sessionId === null) return 'passkey_required'
    const asked = { stateHash: hashSecretToken(proof.state), sessionId, deviceId: id }
    const challengeHash = await challenges.take(asked, clock.now())
    if (challengeHash === null) return 'passkey_required'
    const shown = { credential: proof.credential, host }
    return (await passkeys.check(accountId, shown, challengeHash)) ? null : 'passkey_required'
  }

  return {
    /**
     * Sets what unlocking requires. Throws `device_not_exist`, `insufficient_permission`, `device_unsupported_action`,
     * `data_missing` and `malformed_request` with key `pin`, `data_missing` with key `password`, the errors of a failed proof,
     * and `resource_not_found` with key `passkey` if the owner has no passkey.
     */
    async guard(actor: AccountActor, id: string, guard: Guard, shown: ShownProof): Promise<DeviceInfo> {
      const device = await devices.find(actor, 'own', id)
      assertDoor(device)
      assertFits(guard, id)
      await proveForDoor(prove, actor, shown, id)
      const { unlockBy, pin } = guard
      if (unlockBy === 'passkey' && !(await passkeys.isThere(actor.accountId)))
        throw new ApiError('resource_not_found', { key: 'passkey', deviceId: id })
      const pinHash = pin === undefined ? null : await pinAttempts.hashing(() => hash(pin))
      const guarded = await guards.guardUnlock(device, unlockBy, pinHash)
      if (guarded === null) throw new ApiError('device_not_exist', { deviceId: id })
      updated(id)
      await activity.recordSafely(actor, guarded, { action: 'unlock_guard' })
      return devices.infoOf(actor, guarded)
    },

    /**
     * Creates a challenge for a passkey of the actor. Throws `device_not_exist`, `insufficient_permission`,
     * `device_unsupported_action`, `resource_not_found` with key `passkey`.
     */
    async challenge(actor: AccountActor, id: string) {
      assertDoor(await devices.find(actor, 'command', id))
      const asked = await passkeys.ask(actor.accountId)
      if (asked === null) throw new ApiError('resource_not_found', { key: 'passkey', deviceId: id })
      const state = createSecretToken()
      await challenges.insert({
        stateHash: hashSecretToken(state),
        challengeHash: asked.challengeHash,
        sessionId: actor.sessionId,
        deviceId: id,
        expiresAt: new Date(clock.now().getTime() + CHALLENGE_MS),
      })
      return { state, passkey: { ...asked.options } }
    },

    /**
     * What is missing or wrong for unlocking; null if it may proceed. Holding a button is checked only by the page. The guard
     * applies to the household; a link is a separate permission with its own PIN.
     */
    async check(actor: Actor, device: Device, shown: DoorProof): Promise<ResultDetail | null> {
      if (actor.kind === 'link') return null
      switch (device.unlockBy) {
        case 'tap':
        case 'hold':
          return null
        case 'pin':
          return pinAttempts.check(actor.accountId, device.id, () => checkPin(device, shown.pin))
        case 'passkey':
          return checkPasskey(actor, device, shown)
      }
    },

    forgetOld: () => challenges.deleteExpired(clock.now()),
  }
}

export type DoorGuardService = ReturnType<typeof createDoorGuardService>
