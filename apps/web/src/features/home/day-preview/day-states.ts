import { type DeviceInfo, type DeviceState, kindOf, type LightType, type Target } from '@senca/contract'
import {
  isActionFor,
  type ScenarioAction,
  type ScenarioOutlook,
  safePlaceOf,
  usualDangerOf,
} from '@senca/contract/automation'

/** A firing is due in its minute; the sun of the page and that of the server may differ by less. */
const TOLERANCE_MS = 60_000

const BRIGHTNESS = {
  door: 'doorLightBrightness',
  handle: 'handleLightBrightness',
  light_1: 'light1Brightness',
  light_2: 'light2Brightness',
} as const satisfies Record<LightType, keyof DeviceState>
const LIGHTS = ['door', 'handle', 'light_1', 'light_2'] as const

type Change = Partial<DeviceState>

const axesOf = ({ position, inclination }: Target): Change => ({
  ...(position === undefined ? {} : { position }),
  ...(inclination === undefined ? {} : { inclination }),
})

/** What an action changes in the state of a device once it is carried out; nothing where only the device knows. */
function changeBy(action: ScenarioAction, device: DeviceInfo): Change {
  const { devicetype, state } = device
  if (!isActionFor(devicetype, action)) return {}
  switch (action.type) {
    case 'MoveSelf':
      return axesOf(action)
    case 'MoveToVentilation':
      return axesOf(device.ventilation ?? {})
    case 'MoveSelfSecurity': {
      const { mainAxis } = kindOf(devicetype)
      const place = safePlaceOf(devicetype, usualDangerOf(devicetype), undefined)
      return mainAxis === null || typeof place !== 'number' ? {} : { [mainAxis]: place }
    }
    case 'SetLight': {
      const own = (action.lights ?? LIGHTS).filter((light) => state[BRIGHTNESS[light]] !== undefined)
      return Object.fromEntries(own.map((light) => [BRIGHTNESS[light], action.brightness]))
    }
    case 'SetFoil':
      return state.magicFoilConnected === true ? { magicFoilOpacity: action.opacity } : {}
  }
}

/**
 * What the firings of an outlook from `now` until `hour` change in the states of devices, by their ids. The later firing wins; one
 * that is skipped changes nothing, and neither does an hour that is over.
 */
export function changesAt(
  hour: Date,
  now: Date,
  outlook: ScenarioOutlook,
  devices: readonly DeviceInfo[],
): ReadonlyMap<string, Change> {
  const deviceById = new Map(devices.map((device) => [device.id, device]))
  const changes = new Map<string, Change>()
  const isDue = ({ at, isSkipped = false }: ScenarioOutlook[number]): boolean =>
    !isSkipped && Date.parse(at) > now.getTime() && Date.parse(at) <= hour.getTime() + TOLERANCE_MS
  if (hour <= now) return changes
  for (const { deviceIds, actions } of outlook
    .filter(isDue)
    .sort((one, other) => one.at.localeCompare(other.at)))
    for (const id of deviceIds) {
      const device = deviceById.get(id)
      if (device === undefined) continue
      const change = Object.assign({}, ...actions.map((action) => changeBy(action, device)))
      if (Object.keys(change).length > 0) changes.set(id, { ...changes.get(id), ...change })
    }
  return changes
}
