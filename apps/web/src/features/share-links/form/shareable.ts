import { type DeviceInfo, kindOf, LENT_BY, LINK_ACTIONS_OF, type LinkAction } from '@senca/contract'

type Lent = Pick<DeviceInfo, 'devicetype' | 'can'>

/**
 * What of a device a link may allow or not: all that its family can, of a door what this one can; `lock`, of which no door
 * says whether it can, only where a link names it already.
 */
export function offeredActions({ devicetype, can }: Lent, named: readonly LinkAction[] = []): LinkAction[] {
  const { family } = kindOf(devicetype)
  const actions: readonly LinkAction[] = LINK_ACTIONS_OF[family]
  if (family !== 'door') return [...actions]
  return actions.filter((action) =>
    action === 'lock' ? named.includes('lock') : can.some((capability) => LENT_BY[capability] === action),
  )
}

/** Whether some of a device can be lent and some kept: actions, positions or channels. */
export const isDivisible = (device: Lent): boolean =>
  offeredActions(device).length > 1 || hasLimits(device) || hasChannels(device)

export const hasLimits = ({ can }: Lent): boolean => can.includes('setPosition')

export const hasChannels = ({ can }: Lent): boolean => can.includes('setLight1') && can.includes('setLight2')
