import {
  type Capability,
  type CommandResult,
  type DeviceCommand,
  type DeviceInfo,
  endTarget,
  LIMITS,
  type LightType,
  type LockType,
  type Target,
} from '@senca/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '#core/clock.ts'
import { type CommandEntry, type CommandEvent, nextCommand, type Wish } from './command-lifecycle.ts'
import { type DevicesApi, percentOf } from './devices.api.ts'

/** What of a device a command is about: commands to different parts of a door do not replace each other. */
export type Lane = 'move' | Capability
export type DeviceCommands = Readonly<Partial<Record<Lane, CommandEntry>>>

export interface CommandsState {
  byDevice: Readonly<Record<string, DeviceCommands>>
}

export interface Commands {
  store: StoreApi<CommandsState>
  /** Sends a shade somewhere; axes 0..1, those left out stay. */
  move(deviceId: string, target: Target): void
  open(device: DeviceInfo): void
  close(device: DeviceInfo): void
  stop(deviceId: string): void
  unlock(deviceId: string, lockType: LockType): void
  setLight(deviceId: string, lightType: LightType, brightness: number): void
  setFoil(deviceId: string, opacity: number): void
  /** The device said something of itself. */
  reported(device: DeviceInfo): void
  /** The failure was read. */
  dismiss(deviceId: string): void
  /** Forgets everything: the account was left. */
  clear(): void
}

interface Needs {
  api: Pick<DevicesApi, 'move' | 'abort'>
  clock: Pick<Clock, 'after'>
  stateOf(deviceId: string): DeviceInfo | undefined
  onResults(results: readonly CommandResult[]): void
}

const LIGHT_LANES = {
  door: 'setDoorLight',
  handle: 'setHandleLight',
  light_1: 'setLight1',
  light_2: 'setLight2',
} as const satisfies Record<LightType, Capability>

const NO_COMMANDS: DeviceCommands = {}

/** Sends commands and follows each to its end; a newer one in the same lane takes the place of the older. */
export function createCommands({ api, clock, stateOf, onResults }: Needs): Commands {
  const store = createStore<CommandsState>(() => ({ byDevice: {} }))
  let lastSequence = 0

  const lanesOf = (deviceId: string) => store.getState().byDevice[deviceId] ?? NO_COMMANDS

  const put = (deviceId: string, lane: Lane, entry: CommandEntry | null) => {
    const { [lane]: before, ...others } = lanesOf(deviceId)
    if (before === (entry ?? undefined)) return
    const { [deviceId]: _, ...rest } = store.getState().byDevice
    const lanes: DeviceCommands = entry === null ? others : { ...others, [lane]: entry }
    store.setState({ byDevice: Object.keys(lanes).length === 0 ? rest : { ...rest, [deviceId]: lanes } })
  }

  const apply = (deviceId: string, lane: Lane, event: CommandEvent) => {
    const entry = lanesOf(deviceId)[lane]
    if (entry !== undefined) put(deviceId, lane, nextCommand(entry, event))
  }

  const follow = async (deviceId: string, lane: Lane, sequence: number, answer: Promise<CommandResult[]>) => {
    try {
      const results = await answer
      onResults(results)
      const own = results.find(({ device_ids }) => device_ids.includes(deviceId))
      if (own?.status !== 'success') {
        const error = own?.error ?? 'internal_error'
        const description = own?.error_description ?? ''
        apply(deviceId, lane, { type: 'refused', sequence, failure: { by: 'device', error, description } })
        return
      }
      apply(deviceId, lane, { type: 'acknowledged', sequence, state: stateOf(deviceId)?.state ?? null })
      clock.after(LIMITS.COMMAND_STATE_MS, () => apply(deviceId, lane, { type: 'silent', sequence }))
    } catch (cause) {
      apply(deviceId, lane, { type: 'refused', sequence, failure: { by: 'way', cause } })
    }
  }

  const send = (deviceId: string, lane: Lane, wish: Wish, call: () => Promise<CommandResult[]>) => {
    const running = lanesOf(deviceId)[lane]
    // The second tap of a double tap asks for nothing new.
    if (running?.phase === 'pending' && isSameWish(running.wish, wish)) return
    lastSequence += 1
    const sequence = lastSequence
    put(deviceId, lane, { sequence, wish, phase: 'pending', failure: null })
    void follow(deviceId, lane, sequence, call())
  }

  const command = (deviceId: string, lane: Lane, wish: Wish, sent: DeviceCommand) =>
    send(deviceId, lane, wish, () => api.move(deviceId, sent))

  const move = (deviceId: string, target: Target) =>
    command(deviceId, 'move', { kind: 'move', target }, { command: 'move', ...percentOf(target) })

  return {
    store,
    move,
    open: (device) => move(device.id, endTarget(device.can, 0)),
    close: (device) => move(device.id, endTarget(device.can, 1)),
    stop: (deviceId) => send(deviceId, 'move', { kind: 'stop' }, () => api.abort(deviceId)),
    unlock: (deviceId, lockType) =>
      command(
        deviceId,
        lockType === 'motor' ? 'unlockMotor' : 'unlockMagnet',
        { kind: 'unlock', lockType },
        { command: 'unlock', lockType },
      ),
    setLight: (deviceId, lightType, brightness) =>
      command(
        deviceId,
        LIGHT_LANES[lightType],
        { kind: 'part', capability: LIGHT_LANES[lightType], value: brightness },
        { command: 'light_apply', lightType, brightness },
      ),
    setFoil: (deviceId, opacity) =>
      command(
        deviceId,
        'setFoil',
        { kind: 'part', capability: 'setFoil', value: opacity },
        { command: 'magic_foil_apply', opacity },
      ),
    reported({ id, state }) {
      for (const [lane, entry] of entriesOf(lanesOf(id))) {
        put(id, lane, nextCommand(entry, { type: 'reported', state }))
      }
    },
    dismiss(deviceId) {
      for (const [lane, entry] of entriesOf(lanesOf(deviceId))) {
        if (entry.phase === 'failed') put(deviceId, lane, null)
      }
    },
    clear: () => store.setState({ byDevice: {} }),
  }
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

function isSameWish(a: Wish, b: Wish): boolean {
  if (a.kind === 'move' && b.kind === 'move')
    return a.target.position === b.target.position && a.target.inclination === b.target.inclination
  if (a.kind === 'part' && b.kind === 'part') return a.value === b.value
  return a.kind === b.kind
}
