import { type ActionContext, Bytes, type Endpoint } from '@matter/main'
import { DoorLockBehavior } from '@matter/main/behaviors/door-lock'
import { LevelControlServer } from '@matter/main/behaviors/level-control'
import { OnOffServer } from '@matter/main/behaviors/on-off'
import { WindowCoveringBehavior } from '@matter/main/behaviors/window-covering'
import { DoorLock } from '@matter/main/clusters/door-lock'
import type { WindowCovering } from '@matter/main/clusters/window-covering'
import { hasRemoteActor } from '@matter/main/protocol'
import { Status, StatusResponseError } from '@matter/main/types'
import type { PartCommand } from './commands.ts'
import { FULL_LEVEL } from './part-attributes.ts'
import type { MatterStatus } from './refusals.ts'

/** Takes a command of an ecosystem for a part; `fabricIndex` says of which, 0 if nothing does. */
export type TakeCommand = (command: PartCommand, fabricIndex: number) => Promise<MatterStatus>

const takeByEndpoint = new WeakMap<Endpoint, TakeCommand>()

/** Sets who takes the commands of an endpoint. */
export const takeCommands = (endpoint: Endpoint, take: TakeCommand): void =>
  void takeByEndpoint.set(endpoint, take)

interface Commanded {
  endpoint: Endpoint
  context: ActionContext
}

/** Hands a command over. Throws the status with which it is refused. */
async function hand({ endpoint, context }: Commanded, command: PartCommand): Promise<void> {
  const take = takeByEndpoint.get(endpoint)
  const status = take === undefined ? 'Failure' : await take(command, Number(context.fabric ?? 0))
  if (status !== 'Success') throw new StatusResponseError(`Refused: ${status}`, Status[status])
}

/** What ecosystems may read and not write. */
function refuseWrite(context: ActionContext | undefined): void {
  if (context !== undefined && hasRemoteActor(context))
    throw new StatusResponseError('This is not to be changed', Status.UnsupportedWrite)
}

const LiftBehavior = WindowCoveringBehavior.with('Lift', 'PositionAwareLift')

// Without the behavior of matter.js, which moves by itself: all attributes come from Senca [BR24].

export class LiftServer extends LiftBehavior {
  static override lockOnInvoke = false

  override initialize() {
    this.reactTo(this.events.mode$Changing, (_value, _before, context) => refuseWrite(context))
  }
  override upOrOpen() {
    return hand(this, { do: 'open' })
  }
  override downOrClose() {
    return hand(this, { do: 'close' })
  }
  override stopMotion() {
    return hand(this, { do: 'stop' })
  }
  override goToLiftPercentage({ liftPercent100thsValue: value }: WindowCovering.GoToLiftPercentageRequest) {
    return hand(this, { do: 'lift', value })
  }
}

export class LiftAndTiltServer extends LiftServer.with(
  'Lift',
  'PositionAwareLift',
  'Tilt',
  'PositionAwareTilt',
) {
  static override lockOnInvoke = false

  override goToTiltPercentage({ tiltPercent100thsValue: value }: WindowCovering.GoToTiltPercentageRequest) {
    return hand(this, { do: 'tilt', value })
  }
}

const textOf = (pin: Bytes | undefined): string | undefined =>
  pin === undefined ? undefined : new TextDecoder().decode(Bytes.of(pin))

export class LockServer extends DoorLockBehavior {
  static override lockOnInvoke = false

  override initialize() {
    this.reactTo(this.events.operatingMode$Changing, (_value, _before, context) => refuseWrite(context))
  }
  override lockDoor() {
    return hand(this, { do: 'lock' })
  }
  override unlockDoor() {
    return hand(this, { do: 'unlock' })
  }
  override unlockWithTimeout({ timeout: seconds }: DoorLock.UnlockWithTimeoutRequest) {
    return hand(this, { do: 'unlock', seconds })
  }
}

const PinLockBehavior = DoorLockBehavior.with('PinCredential', 'User', 'CredentialOverTheAirAccess')
/** The one user that a lock with a PIN has, and its one credential: the household decides it, no ecosystem does. */
const ONLY = 1
const keepsNoKeys = (): never => {
  throw new StatusResponseError('Ecosystems make no keys here', Status.UnsupportedAccess)
}

export class PinLockServer extends PinLockBehavior {
  static override lockOnInvoke = false

  override initialize() {
    const { events } = this
    for (const changing of [
      events.operatingMode$Changing,
      events.wrongCodeEntryLimit$Changing,
      events.userCodeTemporaryDisableTime$Changing,
      events.requirePinForRemoteOperation$Changing,
    ])
      this.reactTo(changing, (_value: unknown, _before: unknown, context?: ActionContext) =>
        refuseWrite(context),
      )
  }
  override lockDoor() {
    return hand(this, { do: 'lock' })
  }
  override unlockDoor({ pinCode }: DoorLock.UnlockDoorRequest) {
    return hand(this, { do: 'unlock', pin: textOf(pinCode) })
  }
  override unlockWithTimeout({ timeout: seconds, pinCode }: DoorLock.UnlockWithTimeoutRequest) {
    return hand(this, { do: 'unlock', seconds, pin: textOf(pinCode) })
  }
  override setUser() {
    keepsNoKeys()
  }
  override clearUser() {
    keepsNoKeys()
  }
  override setCredential(): DoorLock.SetCredentialResponse {
    return keepsNoKeys()
  }
  override clearCredential() {
    keepsNoKeys()
  }
  override getUser({ userIndex }: DoorLock.GetUserRequest): DoorLock.GetUserResponse {
    const isThere = userIndex === ONLY
    return {
      userIndex,
      userName: isThere ? '' : null,
      userUniqueId: null,
      userStatus: isThere ? DoorLock.UserStatus.OccupiedEnabled : null,
      userType: isThere ? DoorLock.UserType.UnrestrictedUser : null,
      credentialRule: isThere ? DoorLock.CredentialRule.Single : null,
      credentials: isThere ? [{ credentialType: DoorLock.CredentialType.Pin, credentialIndex: ONLY }] : null,
      creatorFabricIndex: null,
      lastModifiedFabricIndex: null,
      nextUserIndex: userIndex < ONLY ? ONLY : null,
    }
  }
  override getCredentialStatus({
    credential: { credentialType, credentialIndex },
  }: DoorLock.GetCredentialStatusRequest): DoorLock.GetCredentialStatusResponse {
    const credentialExists = credentialType === DoorLock.CredentialType.Pin && credentialIndex === ONLY
    return {
      credentialExists,
      userIndex: credentialExists ? ONLY : null,
      creatorFabricIndex: null,
      lastModifiedFabricIndex: null,
      nextCredentialIndex: null,
    }
  }
}

const SwitchBehavior = OnOffServer.with('Lighting')

/** Turns on and off by Senca; the state changes when Senca says so. */
export class SwitchServer extends SwitchBehavior {
  static override lockOnInvoke = false

  override initialize() {
    const { events } = this
    this.reactTo(events.startUpOnOff$Changing, (_value, _before, context) => refuseWrite(context))
    // What was switched off meanwhile is not switched off once more when the time of an ecosystem is up. The types of matter.js
    // have the timer for classes that are made without `with`.
    this.reactTo(events.onOff$Changed, (isOn) => {
      if (!isOn) Object(this).timedOnTimer.stop()
    })
    return super.initialize()
  }
  override on() {
    return hand(this, { do: 'on' })
  }
  override off() {
    return hand(this, { do: 'off' })
  }
}

export class LevelServer extends LevelControlServer.with('OnOff', 'Lighting') {
  static override lockOnInvoke = false

  override initialize() {
    const { events } = this
    for (const changing of [
      events.options$Changing,
      events.onLevel$Changing,
      events.startUpCurrentLevel$Changing,
    ])
      this.reactTo(changing, (_value: unknown, _before: unknown, context?: ActionContext) =>
        refuseWrite(context),
      )
    return super.initialize()
  }

  /** Goes to its end at once. */
  override transition(targetLevel?: number, _changePerS?: unknown, withOnOff = false): Promise<void> {
    const level = Math.min(FULL_LEVEL, Math.max(1, Math.round(targetLevel ?? FULL_LEVEL)))
    const isOff = withOnOff && (targetLevel ?? FULL_LEVEL) <= 1
    return hand(this, isOff ? { do: 'off' } : { do: 'level', value: level })
  }
  override handleOnOffChange() {}
}
