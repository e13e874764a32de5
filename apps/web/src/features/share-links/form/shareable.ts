import { type DeviceInfo, GRANTED_BY, kindOf, LINK_ACTIONS_OF, type LinkAction } from '@senca/contract'

type SharedNote = Pick<DeviceInfo, 'devicetype' | 'can'>

/**
 * The actions of a device that a link can allow: those that it can do. A light may not have reported its channels yet. No door
 * reports whether it can `lock`, so that is only offered if the link already contains it.
 */
export function offeredActions(
  { devicetype, can }: SharedNote,
  named: readonly LinkAction[] = [],
): LinkAction[] {
  const { family } = kindOf(devicetype)
  const actions: readonly LinkAction[] = LINK_ACTIONS_OF[family]
  if (family === 'light') return [...actions]
  return actions.filter((action) =>
    action === 'lock' ? named.includes('lock') : can.some((capability) => GRANTED_BY[capability] === action),
  )
}

/** Whether only a part of a device can be shared: some actions, positions or channels. */
export const isDivisible = (device: SharedNote): boolean =>
  offeredActions(device).length > 1 || hasLimits(device) || hasChannels(device)

export const hasLimits = ({ can }: SharedNote): boolean => can.includes('setPosition')

export const hasChannels = ({ can }: SharedNote): boolean =>
  can.includes('setLight1') && can.includes('setLight2')
