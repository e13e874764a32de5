import { hash, verify } from '@node-rs/argon2'
import { type DeviceInfo, kindOf, type ResultDetail, type UnlockGesture } from '@senca/contract'
import type { Activity } from '#features/activity/index.ts'
import type { Device, DeviceService, SettingsStore } from '#features/devices/index.ts'
import type { AccountActor, Actor, BridgeActor, DelegateActor } from '#features/rights/index.ts'
import {
  type PasskeyChecks,
  type Prove,
  proveForDoor,
  type ShownProof,
} from '#features/second-factor/index.ts'
import { createSecretToken, hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { ConcurrencyLimit } from '#platform/concurrency-limit.ts'
import { ApiError } from '#platform/errors.ts'
import type { ChallengeStore } from './challenges.store.ts'
import type { PinAttempts, WrongPins } from './pin-attempts.ts'

const CHALLENGE_MS = 5 * 60_000

/** Checks the PINs with which bridges unlock doors. */
export interface BridgePins {
  check(
    actor: BridgeActor,
    device: Device,
    shown: DoorProof,
    hashing: ConcurrencyLimit,
  ): Promise<DoorRefusal | null>
}

interface DoorGuardServiceOptions {
  devices: Pick<DeviceService, 'find' | 'infoOf'>
  guards: Pick<SettingsStore, 'guardUnlock' | 'pinHashOf' | 'countWrongPin' | 'forgiveWrongPins'>
  challenges: ChallengeStore
  bridgePins: BridgePins
  passkeys: PasskeyChecks
  prove: Prove
  pinAttempts: PinAttempts
  wrongPins: WrongPins
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
  /** Called with the seconds after which a PIN may be tried again. */
  mustWait?: (seconds: number) => void
}

/** Why a door is not unlocked. */
export interface DoorRefusal {
  error: 'insufficient_permission' | 'too_many_requests'
  detail?: ResultDetail
}
const refusedFor = (detail: ResultDetail): DoorRefusal => ({ error: 'insufficient_permission', detail })

/** The protection that an owner requires for unlocking a door. */
export function createDoorGuardService(options: DoorGuardServiceOptions) {
  const {
    devices,
    guards,
    challenges,
    bridgePins,
    passkeys,
    prove,
    pinAttempts,
    wrongPins,
    activity,
    clock,
  } = options
  const { updated } = options

  const assertDoor = ({ id, type }: Device) => {
    if (kindOf(type).family !== 'door') throw new ApiError('device_unsupported_action', { deviceId: id })
  }

  /** Throws unless a PIN is given exactly for a guard by PIN. */
  const assertFits = ({ unlockBy, pin }: Guard, deviceId: string) => {
    const hasPin = pin !== undefined
    if (hasPin === (unlockBy === 'pin')) return
    throw new ApiError(hasPin ? 'malformed_request' : 'data_missing', { key: 'pin', deviceId })
  }

  const checkPin = async (
    accountId: string,
    device: Device,
    { pin, mustWait }: DoorProof,
  ): Promise<DoorRefusal | null> => {
    if (pin === undefined) return refusedFor('pin_required')
    const pinHash = await guards.pinHashOf(device)
    // The guard has just been changed.
    if (pinHash === null) return refusedFor('pin_wrong')
    const guess = wrongPins(accountId, device.id, pinHash)
    const delay = await guess.begin()
    if (delay !== null) {
      mustWait?.(delay.seconds)
      return delay.isLocked ? refusedFor('pin_locked') : { error: 'too_many_requests' }
    }
    if (!(await pinAttempts.hashing(() => verify(pinHash, pin)))) {
      await guess.wasWrong(await guards.countWrongPin(device))
      return refusedFor('pin_wrong')
    }
    await guess.wasRight()
    await guards.forgiveWrongPins(device, pinHash)
    return null
  }

  const checkPasskey = async (
    { accountId, sessionId }: Pick<AccountActor | DelegateActor, 'accountId' | 'sessionId'>,
    { id }: Device,
    { proof, host }: DoorProof,
  ) => {
    if (proof === undefined || sessionId === null) return refusedFor('passkey_required')
    const asked = { stateHash: hashSecretToken(proof.state), sessionId, deviceId: id }
    const challengeHash = await challenges.take(asked, clock.now())
    if (challengeHash === null) return refusedFor('passkey_required')
    const shown = { credential: proof.credential, host }
    const isRight = await passkeys.check(accountId, shown, challengeHash, 'required')
    return isRight ? null : refusedFor('passkey_required')
  }

  /** A bridge unlocks with a PIN of its own, or a person whom it asks unlocks. There is no way without a check [BR8]. */
  const checkBridge = async (
    actor: BridgeActor,
    device: Device,
    shown: DoorProof,
  ): Promise<DoorRefusal | null> => {
    if (actor.unlocks.get(device.id) !== 'pin') return { error: 'insufficient_permission' }
    return pinAttempts.check(actor.accountId, `${actor.id} ${device.id}`, () =>
      bridgePins.check(actor, device, shown, pinAttempts.hashing),
    )
  }

  return {
    /** Hashes a PIN that is kept. */
    hashPin: (pin: string): Promise<string> => pinAttempts.hashing(() => hash(pin)),

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
      // Otherwise anyone who finds the key or the unlocked phone opens the door.
      const asked = await passkeys.ask(actor.accountId, 'required')
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
     * applies to the household; a link is a separate permission with its own PIN, and so is a bridge.
     */
    async check(actor: Actor, device: Device, shown: DoorProof): Promise<DoorRefusal | null> {
      if (actor.kind === 'link') return null
      if (actor.kind === 'bridge') return checkBridge(actor, device, shown)
      switch (device.unlockBy) {
        case 'tap':
        case 'hold':
          return null
        case 'pin':
          return pinAttempts.check(actor.accountId, device.id, () => checkPin(actor.accountId, device, shown))
        case 'passkey':
          return checkPasskey(actor, device, shown)
      }
    },

    forgetOld: () => challenges.deleteExpired(clock.now()),
  }
}

export type DoorGuardService = ReturnType<typeof createDoorGuardService>
