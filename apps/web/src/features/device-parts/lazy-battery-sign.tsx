import type { DeviceInfo } from '@senca/contract'
import { lazyPart } from '#i18n/lazy-part.tsx'

const BatterySign = lazyPart(async () => (await import('./battery-sign.tsx')).BatterySign)

/** Says that the battery of a device is low; few are. */
export const LowBattery = (props: { device: DeviceInfo; on: 'card' | 'tile' | 'page' }) =>
  props.device.state.batteryLow === true && <BatterySign {...props} />
