import {
  type Capability,
  type DeviceCommand,
  type DeviceState,
  type DeviceType,
  isAtTarget,
  LIGHT_TYPES,
  LIMITS,
  type LightType,
  type Target,
  targetOfMove,
  unitToPercent,
} from '@senca/contract'
import { isActionFor, type ScenarioAction } from '@senca/contract/automation'

/** Where a shade is safe from what its scenario cannot say: the wind, and for what closes a window a break-in. */
const SAFE_PLACES: Partial<Record<DeviceType, Target>> = {
  awning: { position: 0 },
  textile_screen: { position: 0 },
  insect_screen: { position: 0 },
  falcon: { position: 0 },
  pergola: { inclination: 0 },
  roller_shutter: { position: 1 },
  venetian_blind: { position: 1 },
}

const LIGHT_CAPABILITIES = {
  door: 'setDoorLight',
  handle: 'setHandleLight',
  light_1: 'setLight1',
  light_2: 'setLight2',
} as const satisfies Record<LightType, Capability>

const moveTo = ({ position, inclination }: Target): DeviceCommand => ({
  command: 'move',
  ...(position === undefined ? {} : { position: unitToPercent(position) }),
  ...(inclination === undefined ? {} : { inclination: unitToPercent(inclination) }),
})

function commandsOf(action: ScenarioAction, type: DeviceType, can: readonly Capability[]): DeviceCommand[] {
  switch (action.type) {
    case 'MoveSelf':
      return [moveTo(action)]
    case 'MoveToVentilation':
      return [{ command: 'move_to_ventilation' }]
    case 'MoveSelfSecurity': {
      const place = SAFE_PLACES[type]
      return place === undefined ? [] : [moveTo(place)]
    }
    case 'SetLight': {
      const lights = action.lights ?? LIGHT_TYPES.filter((light) => can.includes(LIGHT_CAPABILITIES[light]))
      const { brightness } = action
      return lights.map((lightType) => ({ command: 'light_apply', lightType, brightness }))
    }
    case 'SetFoil':
      return [{ command: 'magic_foil_apply', opacity: action.opacity }]
  }
}

/** What a device of a type, with what it can do, is asked for by actions; null where it cannot be asked for one of them. */
export function commandsFor(
  actions: readonly ScenarioAction[],
  type: DeviceType,
  can: readonly Capability[],
): DeviceCommand[] | null {
  if (!actions.every((action) => isActionFor(type, action))) return null
  const commands = actions.flatMap((action) => commandsOf(action, type, can))
  return commands.length === 0 ? null : commands
}

const VALUES = {
  door: 'doorLightBrightness',
  handle: 'handleLightBrightness',
  light_1: 'light1Brightness',
  light_2: 'light2Brightness',
} as const satisfies Record<LightType, keyof DeviceState>

const isNear = (value: number | null | undefined, wished: number) =>
  value !== null && value !== undefined && Math.abs(value - wished) <= LIMITS.TARGET_TOLERANCE

/** Whether a device reports what a command asked for. `ventilation` is where the home keeps it, null where only the device knows. */
export function isDone(command: DeviceCommand, state: DeviceState, ventilation: Target | null): boolean {
  switch (command.command) {
    case 'move':
      return isAtTarget(state, targetOfMove(command), LIMITS.TARGET_TOLERANCE)
    case 'move_to_ventilation':
      return ventilation === null || isAtTarget(state, ventilation, LIMITS.TARGET_TOLERANCE)
    case 'light_apply':
      return isNear(state[VALUES[command.lightType]], command.brightness)
    case 'magic_foil_apply':
      return isNear(state.magicFoilOpacity, command.opacity)
    case 'lock':
    case 'unlock':
      return false
  }
}
