export { WALL_SWITCH_ACTIONS, type WallSwitchAction } from './behaviour.ts'
export { type Clock, createManualClock, createSystemClock, type ManualClock } from './clock.ts'
export { type ControlAnswer, control } from './control.ts'
export type { DeviceMemory } from './device-memory.ts'
export { type Fault, parseFault } from './faults.ts'
export { createFleet, type Fleet, type FleetOptions, type Unit } from './fleet.ts'
export {
  createMqttLink,
  type Endpoint,
  FLEET_PACE,
  HOME_PACE,
  type LinkPace,
  type MqttLink,
  type MqttLinkOptions,
} from './mqtt-link.ts'
export { type DevicePublication, REPORT_INTERVAL_MS } from './reporter.ts'
export { createVirtualDevice, type VirtualDevice, type VirtualDeviceOptions } from './virtual-device.ts'
