import { type DeviceState, isBusy } from './device-state.ts'
import { type Axis, type DeviceType, kindOf } from './device-types.ts'

/** What a device can do. It alone decides what is offered and what is refused, never the product name or the generation. */
export const CAPABILITIES = [
  'open',
  'close',
  'stop',
  'setPosition',
  'setTilt',
  /** Takes both axes in one command. */
  'setPositionAndTilt',
  'moveToVentilation',
  'unlockMotor',
  'lockMotor',
  'unlockMagnet',
  'setFoil',
  'setDoorLight',
  'setHandleLight',
  'setLight1',
  'setLight2',
  'dimLight1',
  'dimLight2',
  /** Stores the settings that it is sent. */
  'changeSettings',
  /** Signs in with a key. */
  'registerKey',
] as const
export type Capability = (typeof CAPABILITIES)[number]

/** The hardware generation of a device (null: not reported yet), and what each of its endpoints reports that it can do. */
interface Hardware {
  version: number | null
  /** An endpoint with null reports nothing; what it can do follows from the type, the parts and the generation. */
  reported?: readonly (readonly Capability[] | null)[]
}

/** The capabilities of a device. Hardware that has not reported its generation counts as the second. */
export function capabilitiesOf(
  type: DeviceType,
  state: Partial<DeviceState>,
  { version, reported = [null] }: Hardware,
): Capability[] {
  const can = reported.flatMap((capabilities) => capabilities ?? ofGeneration(version, ofKind(type, state)))
  return CAPABILITIES.filter((capability) => can.includes(capability))
}

const NOT_OF_FIRST: ReadonlySet<Capability> = new Set([
  'setPositionAndTilt',
  'moveToVentilation',
  'lockMotor',
  'changeSettings',
  'registerKey',
])

const ofGeneration = (version: number | null, can: readonly Capability[]): readonly Capability[] =>
  version === 1 ? can.filter((capability) => !NOT_OF_FIRST.has(capability)) : can

const OF_ALL_KINDS = ['changeSettings', 'registerKey'] as const

/** For a shade from its type, for a door or a light from the parts that it has reported. */
function ofKind(type: DeviceType, state: Partial<DeviceState>): Capability[] {
  const { family, axes } = kindOf(type)
  switch (family) {
    case 'shade':
      return [
        'open',
        'close',
        'stop',
        ...axes.map((axis) => AXIS_CAPABILITIES[axis]),
        ...(axes.length > 1 ? (['setPositionAndTilt'] as const) : []),
        'moveToVentilation',
        ...OF_ALL_KINDS,
      ]
    case 'door':
      return [...ofParts(DOOR_PARTS, state), ...OF_ALL_KINDS]
    case 'light':
      return [...ofParts(LIGHT_PARTS, state), ...OF_ALL_KINDS]
  }
}

const AXIS_CAPABILITIES: Record<Axis, Capability> = { position: 'setPosition', inclination: 'setTilt' }

/** A capability, and whether a device with this state has the part for it. */
type PartCapability = readonly [Capability, (state: Partial<DeviceState>) => boolean]

const DOOR_PARTS: readonly PartCapability[] = [
  ['unlockMotor', ({ motorLockConnected }) => motorLockConnected === true],
  ['lockMotor', ({ motorLockConnected }) => motorLockConnected === true],
  ['unlockMagnet', ({ magnetLockConnected }) => magnetLockConnected === true],
  ['setFoil', ({ magicFoilConnected }) => magicFoilConnected === true],
  ['setDoorLight', ({ doorLightConnected }) => doorLightConnected === true],
  ['setHandleLight', ({ handleLightConnected }) => handleLightConnected === true],
]

const LIGHT_PARTS: readonly PartCapability[] = [
  ['setLight1', ({ light1Brightness }) => light1Brightness !== undefined],
  ['setLight2', ({ light2Brightness }) => light2Brightness !== undefined],
  ['dimLight1', ({ light1Dimmable }) => light1Dimmable === true],
  ['dimLight2', ({ light2Dimmable }) => light2Dimmable === true],
]

const ofParts = (parts: readonly PartCapability[], state: Partial<DeviceState>): Capability[] =>
  parts.filter(([, isThere]) => isThere(state)).map(([capability]) => capability)

/** The parts of a device that the predicates below need. */
export interface Controllable {
  devicetype: DeviceType
  connected: boolean
  can: readonly Capability[]
  state: DeviceState
}

const isShadeAt = (device: Controllable, end: 0 | 1): boolean => {
  const { axes } = kindOf(device.devicetype)
  return (
    device.state.status === 'ready' &&
    !device.state.assumed &&
    axes.every((axis) => device.state[axis] === end)
  )
}

/** Open is offered unless the device is offline or has confirmed that it is fully open. */
export const canOpen = (device: Controllable): boolean =>
  device.connected && device.can.includes('open') && !isShadeAt(device, 0)

/** Close is offered unless the device is offline or has confirmed that it is fully closed. */
export const canClose = (device: Controllable): boolean =>
  device.connected && device.can.includes('close') && !isShadeAt(device, 1)

/** Stop is offered while the device is neither ready nor offline. */
export const canStop = (device: Controllable): boolean =>
  device.connected && device.can.includes('stop') && isBusy(device.state.status)

/**
 * Whether stop stands beside the device. Hardware of other makers that confirms nothing is at rest as soon as it was sent anywhere, so
 * it can always be stopped while its place is only assumed.
 */
export const offersStop = (device: Controllable & { version: number | null }): boolean =>
  canStop(device) ||
  (device.connected && device.can.includes('stop') && device.version === null && !hasProvenPlace(device))

const hasProvenPlace = ({ devicetype, state }: Controllable): boolean =>
  !state.assumed && kindOf(devicetype).axes.some((axis) => state[axis] !== null)

/** Whether an axis can be moved to a position now. */
export const canSet = (device: Controllable, axis: Axis): boolean =>
  device.connected && device.can.includes(axis === 'position' ? 'setPosition' : 'setTilt')

/** Whether a part of a door or a channel of a light can be commanded now. */
export const canUse = (device: Controllable, capability: Capability): boolean =>
  device.connected && device.can.includes(capability)
