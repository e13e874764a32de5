import { type DeviceCommand, type DeviceInfo, isBusy, type LightType, type Target } from '@senca/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { supportedTarget } from './supported-target.ts'

/** The brightness (0..1) of a lamp before a command. */
export interface LampBefore {
  lightType: LightType
  brightness: number
}

/**
 * A device that a person moved with its earlier position (axes 0..1, at least one), or a lamp that was switched with its earlier
 * brightness.
 */
export interface MovedDevice {
  id: string
  before: Target | LampBefore
}

/** The last move of a person: one device, a room or the whole home. */
export interface LastMove {
  /** Empty while nothing can be undone. */
  store: StoreApi<{ devices: readonly MovedDevice[] }>
  /**
   * Must be called for every command. Commands that are sent in the same task are one move. `isTaken` reads from the answer
   * whether the device accepted the command.
   */
  sent<Answer>(
    id: string,
    command: DeviceCommand,
    answer: Promise<Answer>,
    isTaken: (answer: Answer) => boolean,
  ): void
  /** Sends each device back to its earlier position and returns their number. An undo cannot be undone. */
  undo(): number
  /** Ends the time in which the move can be undone. */
  clear(): void
}

interface Needs {
  stateOf(id: string): DeviceInfo | undefined
  move(id: string, target: Target): void
  setLight(id: string, lightType: LightType, brightness: number): void
}

export function createLastMove({ stateOf, move, setLight }: Needs): LastMove {
  const store = createStore<{ devices: readonly MovedDevice[] }>(() => ({ devices: [] }))
  let turn: MovedDevice[] | null = null
  let isUndoing = false

  const clear = () => store.setState({ devices: [] })

  const begin = () => {
    const devices: MovedDevice[] = []
    turn = devices
    queueMicrotask(() => {
      turn = null
      store.setState({ devices })
    })
    return devices
  }

  const drop = (moved: MovedDevice) =>
    store.setState(({ devices }) => ({ devices: devices.filter((other) => other !== moved) }))

  return {
    store,
    sent(id, command, answer, isTaken) {
      const isMove = command.command === 'move' || command.command === 'move_to_ventilation'
      const isLight = command.command === 'light_apply'
      if (isUndoing || !(isMove || isLight)) return
      const devices = turn ?? begin()
      const device = stateOf(id)
      const corrected = store.getState().devices.find((moved) => moved.id === id)
      const before = isLight
        ? lampBefore(device, command.lightType)
        : // A person who corrects a running move wants the undo to go back to where the first move began.
          device !== undefined && corrected !== undefined && isBusy(device.state.status)
          ? corrected.before
          : beforeOf(device, command.command === 'move' && command.position === undefined)
      if (before === null) return
      const moved = { id, before }
      devices.push(moved)
      answer.then(
        (spoken) => !isTaken(spoken) && drop(moved),
        () => drop(moved),
      )
    },
    undo() {
      const present = store.getState().devices.filter(({ id }) => stateOf(id) !== undefined)
      clear()
      isUndoing = true
      for (const { id, before } of present) {
        if ('lightType' in before) setLight(id, before.lightType, before.brightness)
        else move(id, before)
      }
      isUndoing = false
      return present.length
    },
    clear,
  }
}

/**
 * The earlier position along the axes that a move may change; a turn only changes the inclination. Null where that is unknown.
 */
function beforeOf(device: DeviceInfo | undefined, isTurn: boolean): Target | null {
  if (device === undefined) return null
  const { can, state } = device
  const { position, inclination } = state
  const before: Target = {
    ...(!isTurn && position !== null && can.includes('setPosition') ? { position } : {}),
    ...(inclination !== null && can.includes('setTilt') ? { inclination } : {}),
  }
  return Object.keys(before).length === 0 ? null : supportedTarget(device, before)
}

const LAMP_FIELDS = {
  door: 'doorLightBrightness',
  handle: 'handleLightBrightness',
  light_1: 'light1Brightness',
  light_2: 'light2Brightness',
} as const satisfies Record<LightType, keyof DeviceInfo['state']>

/** The brightness of a lamp before a command; null where it is unknown. */
function lampBefore(device: DeviceInfo | undefined, lightType: LightType): LampBefore | null {
  const brightness = device?.state[LAMP_FIELDS[lightType]]
  return brightness == null ? null : { lightType, brightness }
}
