import {
  type Capability,
  type DeviceState,
  isAtTarget,
  isBusy,
  LIMITS,
  type LockType,
  type Target,
} from '@senca/contract'

/** Where a device reports what a part of a door or a channel of a light is set to, by what sets it. */
const PART_FIELDS = {
  setFoil: 'magicFoilOpacity',
  setDoorLight: 'doorLightBrightness',
  setHandleLight: 'handleLightBrightness',
  setLight1: 'light1Brightness',
  setLight2: 'light2Brightness',
} as const satisfies Partial<Record<Capability, keyof DeviceState>>

export type PartCapability = keyof typeof PART_FIELDS

/** What a command is to bring about. A ventilation position that the page does not know has an empty target. */
export type Wish =
  | { kind: 'move'; target: Target }
  | { kind: 'ventilation'; target: Target }
  | { kind: 'stop' }
  | { kind: 'part'; capability: PartCapability; value: number }
  | { kind: 'unlock'; lockType: LockType }

/** Sent, taken by the device, on its way; done, which stays for a moment to be read; or failed, which stays. */
export type CommandPhase = 'pending' | 'acknowledged' | 'moving' | 'done' | 'failed'

/** A command and how far it has come. */
export interface CommandEntry {
  /** Tells commands apart: what is said of an older one is not heard. */
  sequence: number
  wish: Wish
  phase: CommandPhase
  /** Why it failed. */
  failure: CommandFailure | null
  /** Milliseconds since the epoch. */
  sentAt: number
  /** From sending to done; null before. */
  durationMs: number | null
  /** Where it was sent before, which the device may say for a while yet; none once it says where it is wanted now. */
  formerTargets: readonly Target[]
  /** Of a refused command what the device did since: nothing, something, or something and rests again. */
  refusal: null | 'resting' | 'busy' | 'rested'
}

export type CommandFailure =
  | { by: 'device'; error: string; description: string; detail: string | null }
  /** It stopped on its way, by a hand or something in its way, or was sent somewhere else. */
  | { by: 'interrupted'; what: 'stopped' | 'sent' }
  | { by: 'transport'; cause: unknown }
  /** The page lost its connection before the device confirmed it. */
  | { by: 'connection' }

export type CommandEvent =
  | { type: 'acknowledged'; sequence: number; state: DeviceState | null }
  | { type: 'refused'; sequence: number; failure: CommandFailure; state: DeviceState | null }
  | { type: 'reported'; state: DeviceState }
  /** The time in which an acknowledged command must show in a report is over. */
  | { type: 'stateTimeout'; sequence: number; state: DeviceState | null; isConnected: boolean }
  /** It has been shown for long enough. */
  | { type: 'displayExpired'; sequence: number }

const failedBy = (entry: CommandEntry, failure: CommandFailure): CommandEntry => ({
  ...entry,
  phase: 'failed',
  failure,
})

const failed = (entry: CommandEntry, error: string): CommandEntry =>
  failedBy(entry, { by: 'device', error, description: '', detail: null })

/** The entry after an event at `now` (milliseconds since the epoch); null when there is nothing more to say of it. */
export function nextCommand(entry: CommandEntry, event: CommandEvent, now: number): CommandEntry | null {
  if (event.type !== 'reported' && event.sequence !== entry.sequence) return entry
  switch (event.type) {
    case 'acknowledged':
      if (entry.phase === 'failed') return entry
      return event.state === null
        ? { ...entry, phase: 'acknowledged' }
        : afterReport({ ...entry, phase: 'acknowledged' }, event.state, now)
    case 'refused':
      // Who wants it to stop and hears that it stands has what they want.
      if (entry.wish.kind === 'stop' && isAlreadyStill(event.failure)) return null
      return {
        ...failedBy(entry, event.failure),
        refusal: event.state !== null && isBusy(event.state.status) ? 'busy' : 'resting',
      }
    case 'stateTimeout':
      return entry.phase === 'acknowledged' ? afterStateTimeout(entry, event, now) : entry
    case 'reported':
      return afterReport(entry, event.state, now)
    case 'displayExpired':
      return null
  }
}

/** Whether an entry goes by itself once it has been read. */
export const isPassing = (entry: CommandEntry): boolean =>
  entry.phase === 'done' || wasSentElsewhere(entry) || entry.refusal === 'rested'

/** A lock is asked to open by a hand each time, never by a key that says "try again". */
export const canRetry = (entry: CommandEntry): boolean =>
  entry.phase === 'failed' && entry.wish.kind !== 'unlock'

const wasSentElsewhere = ({ failure }: CommandEntry): boolean =>
  failure?.by === 'interrupted' && failure.what === 'sent'

const isAlreadyStill = (failure: CommandFailure): boolean =>
  failure.by === 'device' && failure.error === 'device_not_busy'

/** Who is sent to a place that only the device knows may have been there already. */
const isUnknownPlace = (wish: Wish): boolean =>
  wish.kind === 'ventilation' && Object.keys(wish.target).length === 0

function afterStateTimeout(
  entry: CommandEntry,
  { state, isConnected }: { state: DeviceState | null; isConnected: boolean },
  now: number,
): CommandEntry | null {
  // It had nothing to report where it stood already.
  const next = state === null || isUnknownPlace(entry.wish) ? entry : afterReport(entry, state, now)
  if (next?.phase !== 'acknowledged') return next
  if (!isConnected) return failedBy(entry, { by: 'connection' })
  return isUnknownPlace(entry.wish) ? null : failed(entry, NOT_RESPONDING)
}

const NOT_RESPONDING = 'device_not_responding'

/** Whether it failed because nothing was heard of it any more, and not because the server refused it. */
const isUnheard = ({ failure, refusal }: CommandEntry): boolean =>
  failure?.by === 'connection' ||
  (failure?.by === 'device' && failure.error === NOT_RESPONDING && refusal === null)

/** A device that comes back later than this reports what others asked of it. */
const LATE_NEWS_MS = 180_000

/** A device that was not heard of may have done what it was asked for. */
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
  if (isUnheard(entry) && now - entry.sentAt < LATE_NEWS_MS) return afterUnheard(entry, state, now)
  if (entry.phase === 'failed' || entry.phase === 'done') {
    if (entry.refusal !== null) return afterRefusal(entry, entry.refusal, isBusy(state.status))
    // A device that moves again has left it behind, but for the news that it moves for somebody else.
    return isBusy(state.status) && !wasSentElsewhere(entry) ? null : entry
  }
  if (state.status === 'offline') return failed(entry, 'device_offline')
  // Before the acknowledgement a report may still speak of what went before.
  if (entry.phase === 'pending') return entry
  const { wish } = entry
  switch (wish.kind) {
    case 'move':
    case 'ventilation':
      return afterMoveReport(entry, wish.target, state, now)
    case 'stop':
      return isBusy(state.status) ? moving(entry) : null
    case 'part': {
      const value = state[PART_FIELDS[wish.capability]]
      const isReached = typeof value === 'number' && Math.abs(value - wish.value) <= LIMITS.TARGET_TOLERANCE
      return isReached ? done(entry, now) : entry
    }
    case 'unlock': {
      const lockState = state[wish.lockType === 'motor' ? 'motorLockState' : 'magnetLockState']
      return afterLockReport(entry, lockState, now)
    }
  }
}

/** What it is busy with is what it was refused for: the words go only once it has rested from that. */
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
    if (isElsewhereBound(target, state)) {
      const isFormer = entry.formerTargets.some((former) => !isElsewhereBound(former, state))
      return isFormer ? entry : failedBy(entry, { by: 'interrupted', what: 'sent' })
    }
    if (state.target == null || entry.formerTargets.length === 0) return moving(entry)
    return { ...moving(entry), formerTargets: [] }
  }
  if (isUnknownPlace(entry.wish)) return entry.phase === 'moving' ? done(entry, now) : entry
  if (isAtTarget(state, target, LIMITS.TARGET_TOLERANCE)) return done(entry, now)
  return entry.phase === 'moving' ? failedBy(entry, { by: 'interrupted', what: 'stopped' }) : entry
}

/** Whether what the device says of its target is not what was wished for. */
function isElsewhereBound(wished: Target, state: DeviceState): boolean {
  const { target } = state
  if (target === null || target === undefined) return false
  return !isAtTarget(
    { position: target.position ?? state.position, inclination: target.inclination ?? state.inclination },
    wished,
    LIMITS.TARGET_TOLERANCE,
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
  // From unlocking back to locked: it has been open and is shut again.
  return entry.phase === 'moving' ? done(entry, now) : entry
}
