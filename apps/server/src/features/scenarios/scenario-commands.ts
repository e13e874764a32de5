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

/** What determines the commands for a device: its type, its capabilities and its safe positions. */
interface Asked {
  type: DeviceType
  can: readonly Capability[]
  safePlaces?: SafePlaces | undefined
}

/**
 * The safe position against the usual danger, for a scenario without a danger of its own; null if the home decided that there is
 * none.
 */
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

/** The commands for a device that carry out actions; null if one of the actions is not possible. */
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

/**
 * Whether the reported state shows that a command was carried out. `ventilation` is the position saved by the home, null if only
 * the device knows it; `tolerance` is how far from its goal a shade may come to rest.
 */
export function isDone(
  command: DeviceCommand,
  state: DeviceState,
  { ventilation, tolerance }: { ventilation: Target | null; tolerance: number },
): boolean {
  switch (command.command) {
    case 'move':
      return isAtTarget(state, targetOfMove(command), tolerance)
    case 'move_to_ventilation':
      return ventilation === null || isAtTarget(state, ventilation, tolerance)
    case 'light_apply':
      return isNear(state[VALUES[command.lightType]], command.brightness)
    case 'magic_foil_apply':
      return isNear(state.magicFoilOpacity, command.opacity)
    case 'lock':
    case 'unlock':
      return false
  }
}
