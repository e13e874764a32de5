export type { DeviceEvents } from './device-events.ts'
export type { DeviceGateway } from './device-gateway.ts'
export {
  effectiveTypeOf,
  isInfoChange,
  type MaintenanceOf,
  type RoomOf,
  type Surroundings,
  ventilationOf,
} from './device-info.ts'
export { devices } from './devices.schema.ts'
export type { DeviceService } from './devices.service.ts'
export type { CreateDrivers } from './devices-options.ts'
export { type Devices, registerDevices } from './register-devices.ts'
export type { Leaving } from './registry/changing-hands.store.ts'
export { createClaimCode, hashClaimCode } from './registry/claim-code.ts'
export type { Claimed } from './registry/claiming.store.ts'
export type { Device } from './registry/device-row.ts'
export { deviceOf, isNameTaken } from './registry/device-row.ts'
export { createDeviceSecret, hashDeviceSecret } from './registry/device-secrets.ts'
export { removeFromDoorways, shadesBefore } from './registry/doorways.store.ts'
export { createEndpointStore } from './registry/endpoints.store.ts'
export type { StoredBinding } from './registry/entity-devices.store.ts'
export type { Found } from './registry/find-devices.ts'
export { OWN_DRIVER } from './registry/own-driver.ts'
export type { Provisioning } from './registry/provisioning.ts'
export { registerDeviceSettings } from './settings/register-settings.ts'
export type { SettingsStore } from './settings/settings.store.ts'
export { isBatteryLow } from './shadow/charge.ts'
export {
  type CapabilitiesOf,
  deviceCapabilities,
  hasReported,
  isFreshlyReported,
  isLater,
  isOccupied,
  isUpgrading,
  leavesHome,
  type Shadow,
  stateOf,
  toleranceOf,
} from './shadow/shadow.ts'
export type { ShadowChange, Shadows } from './shadow/shadows.ts'
export { sharedState } from './shared-info.ts'
