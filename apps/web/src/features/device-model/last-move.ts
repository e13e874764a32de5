import { type CommandResult, type DeviceCommand, type DeviceInfo, isBusy, type Target } from '@senca/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '#core/clock.ts'

/** How long a move can be undone. */
const UNDO_MS = 6_000

/** A device that a person moved, and where it was before: axes 0..1, at least one. */
export interface MovedDevice {
  id: string
  before: Target
}

/** What a person moved last: one device, a room, the house. */
export interface LastMove {
  /** Empty while nothing can be undone. */
  store: StoreApi<{ devices: readonly MovedDevice[] }>
  /** A command is being sent; those of one turn are one move. */
  sent(id: string, command: DeviceCommand, answer: Promise<CommandResult[]>): void
  /** Sends each device back to where it was before; answers how many. An undoing cannot be undone. */
  undo(): number
  clear(): void
}

interface Needs {
  clock: Clock
  stateOf(id: string): DeviceInfo | undefined
  move(id: string, target: Target): void
}

export function createLastMove({ clock, stateOf, move }: Needs): LastMove {
  const store = createStore<{ devices: readonly MovedDevice[] }>(() => ({ devices: [] }))
  let turn: MovedDevice[] | null = null
  let isUndoing = false
  let cancelTimer = () => {}

  const clear = () => {
    cancelTimer()
    store.setState({ devices: [] })
  }

  const show = (devices: readonly MovedDevice[]) => {
    cancelTimer()
    cancelTimer = clock.after(UNDO_MS, clear)
    store.setState({ devices })
  }

  const begin = () => {
    const devices: MovedDevice[] = []
    turn = devices
    queueMicrotask(() => {
      turn = null
      show(devices)
    })
    return devices
  }

  const drop = (moved: MovedDevice) =>
    store.setState(({ devices }) => ({ devices: devices.filter((other) => other !== moved) }))

  return {
    store,
    sent(id, command, answer) {
      const isMove = command.command === 'move' || command.command === 'move_to_ventilation'
      if (isUndoing || !isMove) return
      const devices = turn ?? begin()
      const device = stateOf(id)
      const corrected = store.getState().devices.find((moved) => moved.id === id)
      const before =
        // Who corrects a move on its way wants to go back to where it began.
        device !== undefined && corrected !== undefined && isBusy(device.state.status)
          ? corrected.before
          : beforeOf(device, command.command === 'move' && command.position === undefined)
      if (before === null) return
      const moved = { id, before }
      devices.push(moved)
      answer.then(
        (results) => results.some(({ status }) => status !== 'success') && drop(moved),
        () => drop(moved),
      )
    },
    undo() {
      const present = store.getState().devices.filter(({ id }) => stateOf(id) !== undefined)
      clear()
      isUndoing = true
      for (const { id, before } of present) move(id, before)
      isUndoing = false
      return present.length
    },
    clear,
  }
}

/** Where a device is along the axes that a move may change: a turn changes the inclination alone. Null where that is not known. */
function beforeOf(device: DeviceInfo | undefined, isTurn: boolean): Target | null {
  if (device === undefined) return null
  const { can, state } = device
  const { position, inclination } = state
  const before: Target = {
    ...(!isTurn && position !== null && can.includes('setPosition') ? { position } : {}),
    ...(inclination !== null && can.includes('setTilt') ? { inclination } : {}),
  }
  return Object.keys(before).length === 0 ? null : before
}
