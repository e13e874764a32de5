import { canClose, canOpen, canStop, canUse, type DeviceInfo, isBusy, kindOf } from '@senca/contract'
import { mayCommand } from '#features/device-model/rights.ts'
import { channelsOf } from '#features/device-model/views/light-view.ts'
import { hasReported } from '#features/device-model/views/scene-of.ts'
import { mainAxisOf } from '#features/device-model/views/shade-view.ts'

/** The action of a tap on a tile that moves its device; `control` opens the device screen. */
export type TileTap = 'open' | 'close' | 'stop' | 'light' | 'control'

/** A shade that is closed further than this opens. */
const HALF = 0.5

/**
 * A moving shade stops, a shade that is at least half closed opens, any other closes; a light is switched. A tap never unlocks a
 * door. If the state is unknown or nothing is possible, the device screen opens and says why.
 */
export function tileTapOf(device: DeviceInfo): TileTap {
  if (!hasReported(device) || !mayCommand(device)) return 'control'
  switch (kindOf(device.devicetype).family) {
    case 'door':
      return 'control'
    case 'light':
      return canUse(device, 'setLight1') || canUse(device, 'setLight2') ? 'light' : 'control'
    case 'shade':
      return shadeTap(device)
  }
}

function shadeTap(device: DeviceInfo): TileTap {
  if (isBusy(device.state.status)) return canStop(device) ? 'stop' : 'control'
  const place = device.state[mainAxisOf(device)]
  if (place === null) return 'control'
  if (place >= HALF) return canOpen(device) ? 'open' : 'control'
  return canClose(device) ? 'close' : 'control'
}

/** The channels of a light that a tap switches, and the new state: if any channel is on, all are switched off. */
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
