import {
  type Capability,
  type DeviceState,
  isAtTarget,
  isBusy,
  LIMITS,
  type LockType,
  type Target,
} from '@senca/contract'

/** What a command is to bring about. */
export type Wish =
  | { kind: 'move'; target: Target }
  | { kind: 'stop' }
  | { kind: 'part'; capability: Capability; value: number }
  | { kind: 'unlock'; lockType: LockType }

export type CommandPhase = 'pending' | 'acknowledged' | 'moving' | 'failed'

/** A command on its way. One that is done leaves no trace: the device's own state says it all. */
export interface CommandEntry {
  /** Tells commands apart: what is said of an older one is not heard. */
  sequence: number
  wish: Wish
  phase: CommandPhase
  /** Why it failed. */
  failure: CommandFailure | null
}

export type CommandFailure =
  | { by: 'device'; error: string; description: string }
  | { by: 'way'; cause: unknown }

export type CommandEvent =
  | { type: 'acknowledged'; sequence: number; state: DeviceState | null }
  | { type: 'refused'; sequence: number; failure: CommandFailure }
  | { type: 'reported'; state: DeviceState }
  /** The time in which an acknowledged command must show in a report is over. */
  | { type: 'silent'; sequence: number }

const failed = (entry: CommandEntry, error: string): CommandEntry => ({
  ...entry,
  phase: 'failed',
  failure: { by: 'device', error, description: '' },
})

/** The entry after an event; null when there is nothing more to say of the command. */
export function nextCommand(entry: CommandEntry, event: CommandEvent): CommandEntry | null {
  if (event.type !== 'reported' && event.sequence !== entry.sequence) return entry
  switch (event.type) {
    case 'acknowledged':
      if (entry.phase === 'failed') return entry
      return event.state === null
        ? { ...entry, phase: 'acknowledged' }
        : afterReport({ ...entry, phase: 'acknowledged' }, event.state)
    case 'refused':
      // Who wants it to stop and hears that it stands has what they want.
      if (entry.wish.kind === 'stop' && isAlreadyStill(event.failure)) return null
      return { ...entry, phase: 'failed', failure: event.failure }
    case 'silent':
      return entry.phase === 'acknowledged' ? failed(entry, 'device_not_responding') : entry
    case 'reported':
      return afterReport(entry, event.state)
  }
}

const isAlreadyStill = (failure: CommandFailure): boolean =>
  failure.by === 'device' && failure.error === 'device_not_busy'

function afterReport(entry: CommandEntry, state: DeviceState): CommandEntry | null {
  if (entry.phase === 'failed') {
    // A device that moves again has left the failure behind.
    return isBusy(state.status) ? null : entry
  }
  if (state.status === 'offline') return failed(entry, 'device_offline')
  // Before the acknowledgement a report may still speak of what went before.
  if (entry.phase === 'pending') return entry
  const { wish } = entry
  switch (wish.kind) {
    case 'move':
      return afterMoveReport(entry, wish.target, state)
    case 'stop':
      return isBusy(state.status) ? moving(entry) : null
    case 'part':
      return partValue(state, wish.capability) === wish.value ? null : entry
    case 'unlock':
      return afterLockReport(entry, state[wish.lockType === 'motor' ? 'motorLockState' : 'magnetLockState'])
  }
}

const moving = (entry: CommandEntry): CommandEntry =>
  entry.phase === 'moving' ? entry : { ...entry, phase: 'moving' }

function afterMoveReport(entry: CommandEntry, target: Target, state: DeviceState): CommandEntry | null {
  if (isBusy(state.status)) return isElsewhereBound(target, state) ? null : moving(entry)
  if (isAtTarget(state, target, LIMITS.TARGET_TOLERANCE)) return null
  return entry.phase === 'moving' ? failed(entry, 'device_update_failed') : entry
}

/** Somebody sent it somewhere else: this command is neither done nor failed, it is over. */
function isElsewhereBound(wished: Target, state: DeviceState): boolean {
  const { target } = state
  if (target === null || target === undefined) return false
  return !isAtTarget(
    { position: target.position ?? state.position, inclination: target.inclination ?? state.inclination },
    wished,
    LIMITS.TARGET_TOLERANCE,
  )
}

function afterLockReport(entry: CommandEntry, lockState: DeviceState['motorLockState']): CommandEntry | null {
  if (lockState === 'unlocked') return null
  if (lockState === 'jammed') return failed(entry, 'device_update_failed')
  if (lockState === 'unlocking') return moving(entry)
  // From unlocking back to locked: it has been open and is shut again.
  return entry.phase === 'moving' ? null : entry
}

const PART_FIELDS = {
  setFoil: 'magicFoilOpacity',
  setDoorLight: 'doorLightBrightness',
  setHandleLight: 'handleLightBrightness',
  setLight1: 'light1Brightness',
  setLight2: 'light2Brightness',
} as const

const isPart = (capability: Capability): capability is keyof typeof PART_FIELDS =>
  Object.hasOwn(PART_FIELDS, capability)

/** What is reported of a part of a door or a channel of a light, 0..1; null for unknown. */
export function partValue(state: DeviceState, capability: Capability): number | null {
  return isPart(capability) ? (state[PART_FIELDS[capability]] ?? null) : null
}
