import { type DeviceState, isBusy } from './device-state.ts'
import { type Axis, type DeviceType, kindOf } from './device-types.ts'

/** What a device can do. Controls are chosen by capability, never by product name. */
export const CAPABILITIES = [
  'open',
  'close',
  'stop',
  'setPosition',
  'setTilt',
  'unlockMotor',
  'unlockMagnet',
  'setFoil',
  'setDoorLight',
  'setHandleLight',
  'setLight1',
  'setLight2',
  'dimLight1',
  'dimLight2',
] as const
export type Capability = (typeof CAPABILITIES)[number]

/** The capabilities of a device: for a shade from its type, for a door or a light from the parts that it has reported. */
export function capabilitiesOf(type: DeviceType, state: Partial<DeviceState>): Capability[] {
  const kind = kindOf(type)
  switch (kind.family) {
    case 'shade': {
      return ['open', 'close', 'stop', ...kind.axes.map((axis) => AXIS_CAPABILITIES[axis])]
    }
    case 'door':
      return [
        ...when(state.motorLockConnected, 'unlockMotor'),
        ...when(state.magnetLockConnected, 'unlockMagnet'),
        ...when(state.magicFoilConnected, 'setFoil'),
        ...when(state.doorLightConnected, 'setDoorLight'),
        ...when(state.handleLightConnected, 'setHandleLight'),
      ]
    case 'light':
      return [
        ...when(state.light1Brightness !== undefined, 'setLight1'),
        ...when(state.light2Brightness !== undefined, 'setLight2'),
        ...when(state.light1Dimmable, 'dimLight1'),
        ...when(state.light2Dimmable, 'dimLight2'),
      ]
  }
}

const AXIS_CAPABILITIES: Record<Axis, Capability> = { position: 'setPosition', inclination: 'setTilt' }

const when = (condition: boolean | undefined, capability: Capability): Capability[] =>
  condition === true ? [capability] : []

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

/** Whether an axis can be moved to a position now. */
export const canSet = (device: Controllable, axis: Axis): boolean =>
  device.connected && device.can.includes(axis === 'position' ? 'setPosition' : 'setTilt')

/** Whether a part of a door or a channel of a light can be commanded now. */
export const canUse = (device: Controllable, capability: Capability): boolean =>
  device.connected && device.can.includes(capability)
