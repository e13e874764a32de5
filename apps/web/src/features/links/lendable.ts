import { type DeviceInfo, kindOf, type LinkAction } from '@senca/contract'

type Lent = Pick<DeviceInfo, 'devicetype' | 'can'>

/** What of a device a link may allow or not, by what it can do; `lock` only where a link names it already. */
export function offeredActions({ devicetype, can }: Lent, named: readonly LinkAction[] = []): LinkAction[] {
  switch (kindOf(devicetype).family) {
    case 'shade':
      return ['move', 'move_to_ventilation']
    case 'light':
      return ['light_apply']
    case 'door':
      return [
        ...(can.includes('unlockMotor') || can.includes('unlockMagnet') ? (['unlock'] as const) : []),
        ...(named.includes('lock') ? (['lock'] as const) : []),
        ...(can.includes('setDoorLight') || can.includes('setHandleLight') ? (['light_apply'] as const) : []),
        ...(can.includes('setFoil') ? (['magic_foil_apply'] as const) : []),
      ]
  }
}

/** Whether some of a device can be lent and some kept: actions, positions or channels. */
export const isDivisible = (device: Lent): boolean =>
  offeredActions(device).length > 1 || hasLimits(device) || hasChannels(device)

export const hasLimits = ({ can }: Lent): boolean => can.includes('setPosition')

export const hasChannels = ({ can }: Lent): boolean => can.includes('setLight1') && can.includes('setLight2')
