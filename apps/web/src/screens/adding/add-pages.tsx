/**
 * The pages that add devices, and those about hardware of other makers, share one chunk; with separate chunks every other page would
 * have to list all of them.
 */

export { DeviceHardware } from '#features/found-hardware/device-hardware.tsx'
export { GuideScreen, JoinScreen, MqttScreen } from '../account/mqtt-pages.tsx'
export { ReplaceHardware } from '../device/replace-hardware.tsx'
export { default as ClaimScreen } from './claim-screen.tsx'
export { AddFoundScreen, FoundScreen } from './found-pages.tsx'
export { MatterScreen } from './matter-screen.tsx'
