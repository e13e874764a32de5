import { type Axis, type DeviceState, isBusy, kindOf, type Language, type LockState } from '@senca/contract'
import type { Safety } from '@senca/contract/automation'
import { reasonText } from '#features/confirmations/index.ts'
import type { AnnouncedDevice } from './announced-device.ts'
import { hasPosition, hasTilt, isDimmed, lightsOf } from './device-entities.ts'

/** A state topic below those of its device, and its payload; an empty one removes what is retained. */
export type TopicState = readonly [topic: string, payload: string]

/** Home Assistant reads it as unknown. */
const UNKNOWN = 'None'
const REMOVED = ''

const axisIn = ({ state, tolerance }: AnnouncedDevice, axis: Axis): number | null => {
  const value = state[axis]
  if (value === null) return null
  if (isBusy(state.status)) return value
  // At rest, what stands at an end within the tolerance is at that end [BR22].
  if (value <= tolerance) return 0
  return value >= 1 - tolerance ? 1 : value
}

/** Home Assistant's scale: 100 is open. */
const percentOpen = (value: number): number => 100 - Math.round(100 * value)

const positionText = (value: number | null): string => (value === null ? REMOVED : String(percentOpen(value)))

/** Where a moving shade goes; null where nobody knows. */
function directionOf(
  { status, target }: DeviceState,
  axis: Axis,
  here: number | null,
): 'opening' | 'closing' | null {
  if (status === 'opening' || status === 'closing') return status
  const goal = target?.[axis]
  if (status !== 'moving' || goal === undefined || here === null || goal === here) return null
  return goal < here ? 'opening' : 'closing'
}

function coverStates(device: AnnouncedDevice): TopicState[] {
  const axis = kindOf(device.type).mainAxis ?? 'position'
  const here = axisIn(device, axis)
  const moving = directionOf(device.state, axis, here)
  const rest = here === null ? UNKNOWN : percentOpen(here) === 0 ? 'closed' : 'open'
  return [
    // Before the state, because Home Assistant would else show the position one step late.
    ...(hasPosition(device) ? [['position', positionText(here)] as const] : []),
    ...(hasTilt(device) ? [['tilt', positionText(axisIn(device, 'inclination'))] as const] : []),
    ['state', moving ?? rest],
  ]
}

const LOCK_WORDS: Record<LockState, string> = {
  locked: 'LOCKED',
  unlocked: 'UNLOCKED',
  locking: 'LOCKING',
  unlocking: 'UNLOCKING',
  jammed: 'JAMMED',
  unknown: UNKNOWN,
}

/** While unlocking is off the lock is a sensor with two values: everything else is unknown. */
function lockText({ isCommanded, unlock }: AnnouncedDevice, state: LockState | undefined): string {
  const word = LOCK_WORDS[state ?? 'unknown']
  const isLock = isCommanded && unlock !== 'off'
  return isLock || state === 'locked' || state === 'unlocked' ? word : UNKNOWN
}

const onOff = (isOn: boolean | null | undefined): string =>
  isOn === null || isOn === undefined ? UNKNOWN : isOn ? 'ON' : 'OFF'

function lightStates(device: AnnouncedDevice): TopicState[] {
  return lightsOf(device).map(({ part, level }) => {
    const brightness = device.state[level] ?? null
    if (!device.isCommanded || !isDimmed(device, part))
      return [part, onOff(brightness === null ? null : brightness > 0)]
    if (brightness === null) return [part, JSON.stringify({ state: null })]
    const percent = Math.max(1, Math.round(100 * brightness))
    return [part, JSON.stringify(brightness > 0 ? { state: 'ON', brightness: percent } : { state: 'OFF' })]
  })
}

function doorStates(device: AnnouncedDevice): TopicState[] {
  const { state } = device
  const foil = state.magicFoilOpacity ?? null
  return [
    ...(state.motorLockConnected === true ? [['lock', lockText(device, state.motorLockState)] as const] : []),
    ...(state.magnetLockConnected === true
      ? [['magnet', lockText(device, state.magnetLockState)] as const]
      : []),
    ...(state.magneticSensorConnected === true
      ? [['contact', onOff(state.magneticSensorOpen)] as const]
      : []),
    ...(state.magicFoilConnected === true
      ? [['foil', onOff(foil === null ? null : foil === 0)] as const]
      : []),
    ...lightStates(device),
  ]
}

/** Why and until when a device is held [BR62]. */
const holdAttributes = ({ reason, since, until, isSensorSilent }: Safety, language: Language) => ({
  reason: reason.measurement,
  value: reason.value,
  unit: reason.unit,
  threshold: reason.threshold,
  since,
  until,
  is_sensor_silent: isSensorSilent,
  text: holdText(reason, language),
})

export const holdText = (reason: Safety['reason'], language: Language): string =>
  [reasonText(reason, language), ...(reason.text === undefined ? [] : [reason.text])].join(': ')

function shadeStates(device: AnnouncedDevice, language: Language): TopicState[] {
  const { safety } = device
  return [
    ...coverStates(device),
    ['hold', onOff(safety !== null)],
    ['hold/attributes', JSON.stringify(safety === null ? {} : holdAttributes(safety, language))],
  ]
}

const familyStates = (device: AnnouncedDevice, language: Language): TopicState[] => {
  switch (kindOf(device.type).family) {
    case 'shade':
      return shadeStates(device, language)
    case 'door':
      return doorStates(device)
    case 'light':
      return lightStates(device)
  }
}

const batteryStates = ({ state: { battery, batteryLow } }: AnnouncedDevice): TopicState[] => {
  if (battery !== undefined) return [['battery', String(battery)]]
  return batteryLow === undefined ? [] : [['batteryLow', onOff(batteryLow)]]
}

/** All states of a device, in the order in which they are published [BR35]. */
export const deviceStates = (device: AnnouncedDevice, language: Language): TopicState[] => [
  ...familyStates(device, language),
  ...batteryStates(device),
  ['fault', onOff(device.fault !== null)],
  ['fault/attributes', JSON.stringify(device.fault ?? {})],
  ['connection', onOff(device.connected)],
  ['availability', device.connected ? 'online' : 'offline'],
]
