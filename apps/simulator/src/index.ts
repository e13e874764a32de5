export { type Clock, createSystemClock } from './clock.ts'
export { type ControlAnswer, control } from './control.ts'
export type { DeviceMemory } from './device/device-memory.ts'
export { type Fault, parseFault } from './device/faults.ts'
export { type DevicePublication, REPORT_INTERVAL_MS } from './device/reporter.ts'
export {
  createVirtualDevice,
  type VirtualDevice,
  type VirtualDeviceOptions,
} from './device/virtual-device.ts'
export { createFleet, type Fleet, type FleetOptions, type Unit } from './fleet.ts'
export { WALL_SWITCH_ACTIONS, type WallSwitchAction } from './hardware/behaviour.ts'
export { createManualClock, type ManualClock } from './manual-clock.ts'
export {
  createMqttLink,
  type Endpoint,
  FLEET_PACE,
  HOME_PACE,
  type LinkPace,
  type MqttLink,
  type MqttLinkOptions,
} from './mqtt-link.ts'
export { type Download, downloadByHttp } from './upgrade/download.ts'
export { imageHeader } from './upgrade/image.ts'
