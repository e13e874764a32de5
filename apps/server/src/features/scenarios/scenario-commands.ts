import {
  type Capability,
  type DeviceCommand,
  type DeviceState,
  type DeviceType,
  isAtTarget,
  kindOf,
  LIGHT_TYPES,
  LIMITS,
  type LightType,
  type Target,
  targetOfMove,
  unitToPercent,
} from '@senca/contract'
import {
  isActionFor,
  type SafePlaces,
  type ScenarioAction,
  safePlaceOf,
  usualDangerOf,
} from '@senca/contract/automation'

const LIGHT_CAPABILITIES = {
  door: 'setDoorLight',
  handle: 'setHandleLight',
  light_1: 'setLight1',
  light_2: 'setLight2',
} as const satisfies Record<LightType, Capability>

/** What a device is asked as: its type, what it can do, and where its home says that it is safe. */
interface Asked {
  type: DeviceType
  can: readonly Capability[]
  safePlaces?: SafePlaces | undefined
}

/** Where a shade is safe from what its scenario does not say; nowhere where its home decided so. */
function safeTargetOf({ type, safePlaces }: Asked): Target | null {
  const { mainAxis } = kindOf(type)
  const place = safePlaceOf(type, usualDangerOf(type), safePlaces)
  return mainAxis === null || typeof place !== 'number' ? null : { [mainAxis]: place }
}

export const moveTo = ({ position, inclination }: Target): DeviceCommand => ({
  command: 'move',
  ...(position === undefined ? {} : { position: unitToPercent(position) }),
  ...(inclination === undefined ? {} : { inclination: unitToPercent(inclination) }),
})

function commandsOf(action: ScenarioAction, asked: Asked): DeviceCommand[] {
  switch (action.type) {
    case 'MoveSelf':
      return [moveTo(action)]
    case 'MoveToVentilation':
      return [{ command: 'move_to_ventilation' }]
    case 'MoveSelfSecurity': {
      const place = safeTargetOf(asked)
      return place === null ? [] : [moveTo(place)]
    }
    case 'SetLight': {
      const lights =
        action.lights ?? LIGHT_TYPES.filter((light) => asked.can.includes(LIGHT_CAPABILITIES[light]))
      const { brightness } = action
      return lights.map((lightType) => ({ command: 'light_apply', lightType, brightness }))
    }
    case 'SetFoil':
      return [{ command: 'magic_foil_apply', opacity: action.opacity }]
  }
}

/** What a device of a type, with what it can do, is asked for by actions; null where it cannot be asked for one of them. */
export function commandsFor(actions: readonly ScenarioAction[], asked: Asked): DeviceCommand[] | null {
  if (!actions.every((action) => isActionFor(asked.type, action))) return null
  const commands = actions.flatMap((action) => commandsOf(action, asked))
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
