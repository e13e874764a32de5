import {
  type Capability,
  type CommandResult,
  type DeviceCommand,
  type DeviceInfo,
  isBusy,
  isNewer,
  LIGHT_TYPES,
  LIMITS,
  type LightType,
  type LockType,
  type Target,
} from '@senca/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { NetworkFailure } from '#core/api/failures.ts'
import type { Clock } from '#core/clock.ts'
import type { DevicesApi, UnlockCall, UnlockProof } from '../devices.api.ts'
import { unlockCapabilityOf } from '../views/door-view.ts'
import {
  type CommandEntry,
  type CommandEvent,
  type CommandIntent,
  canRetry,
  isPassing,
  nextCommand,
  type PartCapability,
} from './command-lifecycle.ts'
import { createLampLevels, type LampLevels } from './lamp-levels.ts'
import { percentOf } from './percent-of.ts'
import { triedFor } from './stop-tries.ts'

/** How long a result that needs no reaction of the person is shown. */
const DISPLAY_MS = { done: 4_000, failed: 8_000 }

/** How many earlier targets are remembered, because the device may still report them. */
const FORMER_TARGETS = 10

/** The part of a device that a command is about. Commands to different parts of a door do not replace each other. */
export type Lane = 'move' | Capability
export type DeviceCommands = Readonly<Partial<Record<Lane, CommandEntry>>>

interface CommandsState {
  byDevice: Readonly<Record<string, DeviceCommands>>
}

export interface Commands {
  store: StoreApi<CommandsState>
  /** Moves a shade. Axes are 0..1; an axis that is left out stays where it is. */
  move(deviceId: string, target: Target): void
  stop(deviceId: string): void
  /** Moves to the ventilation position, which the device knows. */
  ventilate(device: Pick<DeviceInfo, 'id' | 'ventilation'>): void
  /**
   * Unlocks these locks at once, for `unlockDuration` seconds or for the time set for the door, with the PIN or passkey that its
   * owner requires. Each lock has its own result.
   */
  unlock(deviceId: string, locks: readonly LockType[], options?: UnlockOptions): void
  setLight(deviceId: string, lightType: LightType, brightness: number): void
  /** Switches a lamp off, or on to the brightness that it had last. `device` is the light as the person sees it. */
  switchLight(device: DeviceInfo, deviceId: string, lightType: LightType, isOn: boolean): void
  setFoil(deviceId: string, opacity: number): void
  /** Must be called with every report of a device. */
  reported(device: DeviceInfo): void
  /** Whether any command is in flight. */
  isAnyInFlight(): boolean
  /** Sends the last failed command again, unless it was an unlock. */
  retry(deviceId: string): void
  /** The person has closed the failure message. */
  dismiss(deviceId: string): void
  /** Forgets all commands because the person left the account. */
  clear(): void
}

export interface UnlockOptions {
  unlockDuration?: number
  proof?: UnlockProof
}

/** Everything but an unlock, which a person must request each time. */
type RetriedIntent = Exclude<CommandIntent, { kind: 'unlock' }>

/** A command that was sent. */
interface Begun {
  lane: Lane
  sequence: number
  /** The device as it was known then, and whether no other command of its lane was in flight. */
  before: { device: DeviceInfo | undefined; isAlone: boolean }
}

/** The calls that send commands to the server. Each returns the results of its device. */
export interface CommandCalls extends Pick<DevicesApi, 'unlock'> {
  move(deviceId: string, command: DeviceCommand): Promise<CommandResult[]>
  abort(deviceId: string): Promise<CommandResult[]>
}

interface Needs {
  api: CommandCalls
  /** The clock of the server, by which it judges when an unlock was asked for. */
  clock: Clock
  stateOf(deviceId: string): DeviceInfo | undefined
  /** `sentFrom` is the device as it was known when the command was sent. */
  onResults(results: readonly CommandResult[], sentFrom: DeviceInfo | undefined): void
  /** Whether this page receives reports. Only then does a missing report mean anything. */
  isConnected(): boolean
  lampLevels?: LampLevels
}

export const LIGHT_LANES = {
  door: 'setDoorLight',
  handle: 'setHandleLight',
  light_1: 'setLight1',
  light_2: 'setLight2',
} as const satisfies Record<LightType, PartCapability>

const NO_COMMANDS: DeviceCommands = {}

/** Sends commands and follows each one to its end. A newer command replaces an older one in the same lane. */
export function createCommands({
  api,
  clock,
  stateOf,
  onResults,
  isConnected,
  lampLevels = createLampLevels(),
}: Needs): Commands {
  const store = createStore<CommandsState>(() => ({ byDevice: {} }))
  let lastSequence = 0

  const lanesOf = (deviceId: string) => store.getState().byDevice[deviceId] ?? NO_COMMANDS

  const put = (deviceId: string, lane: Lane, entry: CommandEntry | null) => {
    const { [lane]: before, ...others } = lanesOf(deviceId)
    if (before === (entry ?? undefined)) return
    const { [deviceId]: _, ...rest } = store.getState().byDevice
    const lanes: DeviceCommands = entry === null ? others : { ...others, [lane]: entry }
    store.setState({ byDevice: Object.keys(lanes).length === 0 ? rest : { ...rest, [deviceId]: lanes } })
    if (entry === null || !isPassing(entry)) return
    const { sequence } = entry
    clock.after(entry.phase === 'done' ? DISPLAY_MS.done : DISPLAY_MS.failed, () =>
      apply(deviceId, lane, { type: 'displayExpired', sequence }),
    )
  }

  const apply = (deviceId: string, lane: Lane, event: CommandEvent) => {
    const entry = lanesOf(deviceId)[lane]
    if (entry !== undefined) put(deviceId, lane, nextCommand(entry, event, clock.now()))
  }

  const follow = async (
    deviceId: string,
    { lane, sequence, before }: Begun,
    answer: Promise<CommandResult[]>,
  ) => {
    const current = () => stateOf(deviceId)?.state ?? null
    try {
      const results = await answer
      onResults(results, before.device)
      const own = results.find(({ device_ids }) => device_ids.includes(deviceId))
      if (own !== undefined && mayStillHappen(own)) {
        apply(deviceId, lane, { type: 'unconfirmed', sequence })
        return
      }
      if (own === undefined || own.status === 'error') {
        const error = own?.error ?? 'internal_error'
        const description = own?.error_description ?? ''
        // The detail of a command that was blocked for safety is a sentence for developers.
        const detail = own?.safety ? null : (own?.error_detail ?? null)
        const failure = { by: 'device' as const, error, description, detail }
        apply(deviceId, lane, { type: 'refused', sequence, failure, state: current() })
        return
      }
      const device = stateOf(deviceId)
      const speaks = device !== undefined && speaksOfNow(device, before)
      apply(deviceId, lane, { type: 'acknowledged', sequence, state: speaks ? device.state : null })
      clock.after(LIMITS.COMMAND_STATE_MS, () =>
        apply(deviceId, lane, {
          type: 'stateTimeout',
          sequence,
          state: current(),
          isConnected: isConnected(),
        }),
      )
    } catch (cause) {
      apply(deviceId, lane, {
        type: 'refused',
        sequence,
        failure: { by: 'transport', cause },
        state: current(),
      })
    }
  }

  /** Notes that a command is sent; null if it was just sent. */
  const begin = (deviceId: string, lane: Lane, intent: CommandIntent): Begun | null => {
    const running = lanesOf(deviceId)[lane]
    // The second tap of a double tap must not send the command again. A stop is always sent.
    if (intent.kind !== 'stop' && running?.phase === 'pending' && isSameIntent(running.intent, intent))
      return null
    lastSequence += 1
    const sequence = lastSequence
    const device = stateOf(deviceId)
    const isInFlight = running !== undefined && running.phase !== 'done' && running.phase !== 'failed'
    put(deviceId, lane, {
      sequence,
      intent,
      phase: 'pending',
      failure: null,
      sentAt: clock.now(),
      durationMs: null,
      // Hardware of others has no generation.
      tolerance: device?.version === null ? LIMITS.THIRD_PARTY_TOLERANCE : LIMITS.TARGET_TOLERANCE,
      formerTargets: formerTargets(device, isInFlight ? running : undefined),
      refusal: null,
    })
    return { lane, sequence, before: { device, isAlone: !isInFlight } }
  }

  /** A door must not unlock when its person has gone: the call ends when the server would refuse it. */
  const inTime = (call: (asked: UnlockCall) => Promise<CommandResult[]>[]): Promise<CommandResult[]>[] => {
    const controller = new AbortController()
    const answers = call({ askedAt: new Date(clock.now()).toISOString(), signal: controller.signal })
    const tooLate = new Promise<never>((_, reject) => {
      const cancelTimer = clock.after(LIMITS.UNLOCK_ASKED_MAX_MS, () => {
        controller.abort()
        reject(new NetworkFailure('No answer from the server in time'))
      })
      void Promise.allSettled(answers).then(cancelTimer)
    })
    return answers.map((answer) => Promise.race([answer, tooLate]))
  }

  const unlock = (deviceId: string, locks: readonly LockType[], options: UnlockOptions = {}) => {
    const { unlockDuration, proof } = options
    const begun = locks.flatMap((lockType) => {
      const started = begin(deviceId, unlockCapabilityOf(lockType), { kind: 'unlock', lockType })
      return started === null ? [] : [{ lockType, started }]
    })
    if (begun.length === 0) return
    const sent = begun.map(({ lockType }) => ({
      command: 'unlock' as const,
      lockType,
      ...(unlockDuration === undefined ? {} : { unlockDuration }),
    }))
    const answers = inTime((asked) =>
      api.unlock(deviceId, sent, proof === undefined ? asked : { ...asked, proof }),
    )
    for (const [index, answer] of answers.entries()) {
      const started = begun[index]?.started
      if (started !== undefined) void follow(deviceId, started, answer)
    }
  }

  const callOf = (deviceId: string, intent: RetriedIntent) => {
    switch (intent.kind) {
      case 'move':
        return api.move(deviceId, { command: 'move', ...percentOf(intent.target) })
      case 'ventilation':
        return api.move(deviceId, { command: 'move_to_ventilation' })
      case 'stop':
        return isConnected() ? api.abort(deviceId) : triedFor(() => api.abort(deviceId), clock)
      case 'part':
        return api.move(deviceId, partCommandOf(intent.capability, intent.value))
    }
  }

  const ask = (deviceId: string, intent: RetriedIntent) => {
    const started = begin(deviceId, laneOf(intent), intent)
    if (started !== null) void follow(deviceId, started, callOf(deviceId, intent))
  }

  return {
    store,
    move: (deviceId, target) => ask(deviceId, { kind: 'move', target }),
    stop: (deviceId) => ask(deviceId, { kind: 'stop' }),
    ventilate: ({ id, ventilation }) => ask(id, { kind: 'ventilation', target: ventilation ?? {} }),
    unlock,
    setLight: (deviceId, lightType, value) =>
      ask(deviceId, { kind: 'part', capability: LIGHT_LANES[lightType], value }),
    switchLight(device, deviceId, lightType, isOn) {
      lampLevels.note(device)
      const value = isOn ? lampLevels.levelOf(device, lightType) : 0
      ask(deviceId, { kind: 'part', capability: LIGHT_LANES[lightType], value })
    },
    setFoil: (deviceId, value) => ask(deviceId, { kind: 'part', capability: 'setFoil', value }),
    retry(deviceId) {
      const failures = entriesOf(lanesOf(deviceId)).filter(([, entry]) => canRetry(entry))
      const [newest] = failures.sort(([, a], [, b]) => b.sequence - a.sequence)
      const intent = newest?.[1].intent
      if (intent !== undefined && intent.kind !== 'unlock') ask(deviceId, intent)
    },
    reported(device) {
      const { id, state } = device
      if (!isBusy(state.status)) lampLevels.note(device)
      for (const [lane, entry] of entriesOf(lanesOf(id))) {
        put(id, lane, nextCommand(entry, { type: 'reported', state }, clock.now()))
      }
    },
    isAnyInFlight: () =>
      Object.values(store.getState().byDevice).some((lanes) =>
        entriesOf(lanes).some(([, { phase }]) => phase !== 'done' && phase !== 'failed'),
      ),
    dismiss(deviceId) {
      for (const [lane, entry] of entriesOf(lanesOf(deviceId))) {
        if (entry.phase === 'failed') put(deviceId, lane, null)
      }
    },
    clear: () => store.setState({ byDevice: {} }),
  }
}

/** Whether third-party hardware has the command and did not confirm it. */
export const mayStillHappen = (result: CommandResult): boolean =>
  result.status === 'unconfirmed' || (result.status === 'error' && result.error_detail === 'may_still_happen')

/**
 * Whether the known state at the acknowledgement can be a result of the command: it was reported after the command was sent, or
 * the device was resting at that time and no other command was in flight.
 */
function speaksOfNow(
  now: DeviceInfo,
  { device, isAlone }: { device: DeviceInfo | undefined; isAlone: boolean },
): boolean {
  const isLater = device === undefined || (now !== device && !isNewer(device, now))
  return isLater || (isAlone && !isBusy(now.state.status))
}

/** The targets of a device before the newest command. */
function formerTargets(device: DeviceInfo | undefined, running: CommandEntry | undefined): Target[] {
  const notified = device?.state.target
  const intent = running?.intent
  return [
    ...(running?.formerTargets ?? []),
    ...(intent?.kind === 'move' || intent?.kind === 'ventilation' ? [intent.target] : []),
    ...(notified == null || device === undefined || !isBusy(device.state.status) ? [] : [notified]),
  ]
    .filter((target) => Object.keys(target).length > 0)
    .slice(-FORMER_TARGETS)
}

function laneOf(intent: RetriedIntent): Lane {
  switch (intent.kind) {
    case 'move':
    case 'ventilation':
    case 'stop':
      return 'move'
    case 'part':
      return intent.capability
  }
}

function partCommandOf(capability: PartCapability, value: number): DeviceCommand {
  const lightType = LIGHT_TYPES.find((type) => LIGHT_LANES[type] === capability)
  return lightType === undefined
    ? { command: 'magic_foil_apply', opacity: value }
    : { command: 'light_apply', lightType, brightness: value }
}

const LANES = [
  'move',
  'unlockMotor',
  'unlockMagnet',
  'setFoil',
  'setDoorLight',
  'setHandleLight',
  'setLight1',
  'setLight2',
] as const satisfies readonly Lane[]

export const entriesOf = (commands: DeviceCommands): [Lane, CommandEntry][] =>
  LANES.flatMap((lane): [Lane, CommandEntry][] => {
    const entry = commands[lane]
    return entry === undefined ? [] : [[lane, entry]]
  })

function isSameIntent(a: CommandIntent, b: CommandIntent): boolean {
  if (a.kind === 'move' && b.kind === 'move')
    return a.target.position === b.target.position && a.target.inclination === b.target.inclination
  if (a.kind === 'part' && b.kind === 'part') return a.value === b.value
  return a.kind === b.kind
}
