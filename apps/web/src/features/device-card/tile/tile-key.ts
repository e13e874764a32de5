import { canClose, canOpen, canStop, canUse, type DeviceInfo, isBusy, kindOf } from '@senca/contract'
import { mayCommand } from '#features/device-model/rights.ts'
import { locksOf } from '#features/device-model/views/door-view.ts'
import { channelsOf } from '#features/device-model/views/light-view.ts'
import { hasReported } from '#features/device-model/views/scene-of.ts'
import { mainAxisOf } from '#features/device-model/views/shade-view.ts'

/** What the key of a tile does; null where there is nothing that a key could do. */
export type TileKey = 'open' | 'close' | 'stop' | 'light' | 'lock'

/** A shade that is closed further than this opens. */
const HALF = 0.5

/** A moving shade stops, a shade that is at least half closed opens, any other closes; a light is switched. */
export function tileKeyOf(device: DeviceInfo): TileKey | null {
  if (!hasReported(device) || !mayCommand(device)) return null
  switch (kindOf(device.devicetype).family) {
    case 'door':
      return locksOf(device.state).length > 0 ? 'lock' : null
    case 'light':
      return canUse(device, 'setLight1') || canUse(device, 'setLight2') ? 'light' : null
    case 'shade':
      return shadeKey(device)
  }
}

function shadeKey(device: DeviceInfo): TileKey | null {
  if (isBusy(device.state.status)) return canStop(device) ? 'stop' : null
  const place = device.state[mainAxisOf(device)]
  if (place === null) return null
  if (place >= HALF) return canOpen(device) ? 'open' : null
  return canClose(device) ? 'close' : null
}

/** The channels of a light that the key switches, and the new state: if any channel is on, all are switched off. */
export function lightsToSwitch(device: DeviceInfo) {
  const channels = channelsOf(device)
  const isOn = !channels.some(({ brightness }) => (brightness ?? 0) > 0)
  return {
    isOn,
    lights: channels
      .filter(({ brightness }) => brightness === null || brightness > 0 !== isOn)
      .map(({ type }) => type),
  }
}
