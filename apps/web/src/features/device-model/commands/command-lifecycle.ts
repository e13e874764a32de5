import {
  type Capability,
  type DeviceState,
  isAtTarget,
  isBusy,
  type LockType,
  type Target,
} from '@senca/contract'

/** The state field in which a device reports the value of a door part or a light channel, by the capability that sets it. */
const PART_FIELDS = {
  setFoil: 'magicFoilOpacity',
  setDoorLight: 'doorLightBrightness',
  setHandleLight: 'handleLightBrightness',
  setLight1: 'light1Brightness',
  setLight2: 'light2Brightness',
} as const satisfies Partial<Record<Capability, keyof DeviceState>>

export type PartCapability = keyof typeof PART_FIELDS

/** What a command is meant to achieve. The target of a ventilation position that the page does not know is empty. */
export type CommandIntent =
  | { kind: 'move'; target: Target }
  | { kind: 'ventilation'; target: Target }
  | { kind: 'stop' }
  | { kind: 'part'; capability: PartCapability; value: number }
  | { kind: 'unlock'; lockType: LockType }

/** Pending: sent. Acknowledged: accepted by the device. Moving: on its way. Done: shown for a moment. Failed: stays visible. */
export type CommandPhase = 'pending' | 'acknowledged' | 'moving' | 'done' | 'failed'

/** A command and its progress. */
export interface CommandEntry {
  /** Identifies the command. Events of an older command are ignored. */
  sequence: number
  intent: CommandIntent
  phase: CommandPhase
  /** Why the command failed. */
  failure: CommandFailure | null
  /** Milliseconds since the epoch. */
  sentAt: number
  /** Time from sending to done in milliseconds; null before. */
  durationMs: number | null
  /** How far from the target the device may come to rest. */
  tolerance: number
  /** Earlier targets, which the device may still report for a while. Empty as soon as it reports the new target. */
  formerTargets: readonly Target[]
  /** For a refused command, what the device did since then: it was resting, it is busy, or it was busy and rests again. */
  refusal: null | 'resting' | 'busy' | 'rested'
}

export type CommandFailure =
  | { by: 'device'; error: string; description: string; detail: string | null }
  /** The device stopped on its way (by hand or at an obstacle) or was sent somewhere else. */
  | { by: 'interrupted'; what: 'stopped' | 'sent' }
  | { by: 'transport'; cause: unknown }
  /** The page lost its connection before the device confirmed the command. */
  | { by: 'connection' }
  /** It was sent, and the device did not confirm it. It may still happen. */
  | { by: 'unconfirmed' }

export type CommandEvent =
  | { type: 'acknowledged'; sequence: number; state: DeviceState | null }
  | { type: 'refused'; sequence: number; failure: CommandFailure; state: DeviceState | null }
  | { type: 'unconfirmed'; sequence: number }
  | { type: 'reported'; state: DeviceState }
  /** The time in which a report must follow the acknowledgement is over. */
  | { type: 'stateTimeout'; sequence: number; state: DeviceState | null; isConnected: boolean }
  /** The result was shown long enough. */
  | { type: 'displayExpired'; sequence: number }

const failedBy = (entry: CommandEntry, failure: CommandFailure): CommandEntry => ({
  ...entry,
  phase: 'failed',
  failure,
})

const failed = (entry: CommandEntry, error: string): CommandEntry =>
  failedBy(entry, { by: 'device', error, description: '', detail: null })

/** The entry after an event at `now` (milliseconds since the epoch); null when there is nothing left to show. */
export function nextCommand(entry: CommandEntry, event: CommandEvent, now: number): CommandEntry | null {
  if (event.type !== 'reported' && event.sequence !== entry.sequence) return entry
  switch (event.type) {
    case 'acknowledged':
      if (entry.phase === 'failed') return entry
      return event.state === null
        ? { ...entry, phase: 'acknowledged' }
        : afterReport({ ...entry, phase: 'acknowledged' }, event.state, now)
    case 'refused':
      // A stop that is refused because the device is not moving has achieved its goal.
      if (entry.intent.kind === 'stop' && isAlreadyStill(event.failure)) return null
      return {
        ...failedBy(entry, event.failure),
        refusal: event.state !== null && isBusy(event.state.status) ? 'busy' : 'resting',
      }
    case 'unconfirmed':
      return failedBy(entry, { by: 'unconfirmed' })
    case 'stateTimeout':
      return entry.phase === 'acknowledged' ? afterStateTimeout(entry, event, now) : entry
    case 'reported':
      return afterReport(entry, event.state, now)
    case 'displayExpired':
      return null
  }
}

/** Whether an entry disappears by itself after some time. */
export const isPassing = (entry: CommandEntry): boolean =>
  entry.phase === 'done' || wasSentElsewhere(entry) || isUnconfirmed(entry) || entry.refusal === 'rested'

/** Whether the command was sent and nothing says whether it was carried out. That is no error. */
export const isUnconfirmed = ({ failure }: CommandEntry): boolean => failure?.by === 'unconfirmed'

/**
 * Whether "try again" is offered. Not for an unlock: a person must request each unlock explicitly. Not for what may still happen.
 */
export const canRetry = (entry: CommandEntry): boolean =>
  entry.phase === 'failed' && entry.intent.kind !== 'unlock' && !isUnconfirmed(entry)

const wasSentElsewhere = ({ failure }: CommandEntry): boolean =>
  failure?.by === 'interrupted' && failure.what === 'sent'

const isAlreadyStill = (failure: CommandFailure): boolean =>
  failure.by === 'device' && failure.error === 'device_not_busy'

/** Whether only the device knows the target. The device may then already be there. */
const isUnknownPlace = (intent: CommandIntent): boolean =>
  intent.kind === 'ventilation' && Object.keys(intent.target).length === 0

function afterStateTimeout(
  entry: CommandEntry,
  { state, isConnected }: { state: DeviceState | null; isConnected: boolean },
  now: number,
): CommandEntry | null {
  // A device that was already at the target has nothing to report, so the known state decides.
  const next = state === null || isUnknownPlace(entry.intent) ? entry : afterReport(entry, state, now)
  if (next?.phase !== 'acknowledged') return next
  if (!isConnected) return failedBy(entry, { by: 'connection' })
  return isUnknownPlace(entry.intent) ? null : failed(entry, NOT_RESPONDING)
}

const NOT_RESPONDING = 'device_not_responding'

/** Whether the command has no other result because no report came, and not because the server refused it. */
const isUnreported = ({ failure, refusal }: CommandEntry): boolean =>
  failure?.by === 'connection' ||
  failure?.by === 'unconfirmed' ||
  (failure?.by === 'device' && failure.error === NOT_RESPONDING && refusal === null)

/** After this time a late report is no longer taken as the result of the command. */
const LATE_NEWS_MS = 180_000

/** Checks whether a device that did not respond has executed the command after all. */
function afterUnheard(entry: CommandEntry, state: DeviceState, now: number): CommandEntry | null {
  const next = afterReport({ ...entry, phase: 'acknowledged', failure: null }, state, now)
  return next?.phase === 'acknowledged' ? entry : next
}

const done = (entry: CommandEntry, now: number): CommandEntry => ({
  ...entry,
  phase: 'done',
  durationMs: Math.max(0, now - entry.sentAt),
})

function afterReport(entry: CommandEntry, state: DeviceState, now: number): CommandEntry | null {
  if (isUnreported(entry) && now - entry.sentAt < LATE_NEWS_MS) return afterUnheard(entry, state, now)
  if (entry.phase === 'failed' || entry.phase === 'done') {
    if (entry.refusal !== null) return afterRefusal(entry, entry.refusal, isBusy(state.status))
    // A new movement makes the old result obsolete, except the result that the device now moves for somebody else.
    return isBusy(state.status) && !wasSentElsewhere(entry) ? null : entry
  }
  if (state.status === 'offline') return failed(entry, 'device_offline')
  // Before the acknowledgement a report may still describe the previous command.
  if (entry.phase === 'pending') return entry
  const { intent } = entry
  switch (intent.kind) {
    case 'move':
    case 'ventilation':
      return afterMoveReport(entry, intent.target, state, now)
    case 'stop':
      return isBusy(state.status) ? moving(entry) : null
    case 'part': {
      const value = state[PART_FIELDS[intent.capability]]
      const isReached = typeof value === 'number' && Math.abs(value - intent.value) <= entry.tolerance
      return isReached ? done(entry, now) : entry
    }
    case 'unlock': {
      const lockState = state[intent.lockType === 'motor' ? 'motorLockState' : 'magnetLockState']
      return afterLockReport(entry, lockState, now)
    }
  }
}

/**
 * The device may be busy with the movement that caused the refusal. The message is therefore shown until the device rests again.
 */
function afterRefusal(
  entry: CommandEntry,
  before: NonNullable<CommandEntry['refusal']>,
  isDeviceBusy: boolean,
): CommandEntry {
  const rested = before === 'busy' ? 'rested' : before
  const refusal = isDeviceBusy ? 'busy' : rested
  return refusal === before ? entry : { ...entry, refusal }
}

const moving = (entry: CommandEntry): CommandEntry =>
  entry.phase === 'moving' ? entry : { ...entry, phase: 'moving' }

function afterMoveReport(entry: CommandEntry, target: Target, state: DeviceState, now: number): CommandEntry {
  if (isBusy(state.status)) {
    if (isElsewhereBound(target, state, entry)) {
      const isFormer = entry.formerTargets.some((former) => !isElsewhereBound(former, state, entry))
      return isFormer ? entry : failedBy(entry, { by: 'interrupted', what: 'sent' })
    }
    if (state.target == null || entry.formerTargets.length === 0) return moving(entry)
    return { ...moving(entry), formerTargets: [] }
  }
  if (isUnknownPlace(entry.intent)) return entry.phase === 'moving' ? done(entry, now) : entry
  if (isAtTarget(state, target, entry.tolerance)) return done(entry, now)
  return entry.phase === 'moving' ? failedBy(entry, { by: 'interrupted', what: 'stopped' }) : entry
}

/** Whether the reported target differs from the requested target. */
function isElsewhereBound(wished: Target, state: DeviceState, { tolerance }: CommandEntry): boolean {
  const { target } = state
  if (target === null || target === undefined) return false
  return !isAtTarget(
    { position: target.position ?? state.position, inclination: target.inclination ?? state.inclination },
    wished,
    tolerance,
  )
}

function afterLockReport(
  entry: CommandEntry,
  lockState: DeviceState['motorLockState'],
  now: number,
): CommandEntry | null {
  if (lockState === 'unlocked') return done(entry, now)
  if (lockState === 'jammed') return failed(entry, 'device_update_failed')
  if (lockState === 'unlocking') return moving(entry)
  // The lock went from unlocking to locked: it was open in between.
  return entry.phase === 'moving' ? done(entry, now) : entry
}
