import { type DeviceInfo, type DeviceType, kindOf } from '@senca/contract'
import type { GroupState } from '@senca/contract/automation'
import type { TFunction } from 'i18next'
import { describeDevice } from '#features/device-model/views/describe-device.ts'

const percent = (share: number, t: TFunction): string => t('card.percent', { value: Math.round(share * 100) })

/** How many members are open or on; null for doors, which have no such state. */
function countText(
  { known, total, open, closed, offline }: GroupState,
  type: DeviceType,
  t: TFunction,
): string | null {
  const { family } = kindOf(type)
  if (family === 'door') return null
  if (known === 0) return t(family === 'light' ? 'card.light.unknown' : 'card.word.unknown')
  if (family === 'light') return t('groups.on', { number: open, total })
  if (closed === total && offline === 0) return t('groups.allClosed')
  return t('groups.open', { number: open, total })
}

/** Between which figures the members are: "20% to 80%"; null if they are equal or unknown. */
export function spreadText({ min, max }: GroupState, t: TFunction): string | null {
  const isSpread = min !== null && max !== null && Math.round(min * 100) !== Math.round(max * 100)
  return isSpread ? t('groups.spread', { from: percent(min, t), to: percent(max, t) }) : null
}

/** The combined state of a group as text: "3 of 5 open", "1 offline". */
export function stateText(state: GroupState, type: DeviceType, t: TFunction): string {
  const { moving, offline } = state
  return [
    countText(state, type, t),
    moving > 0 ? t('groups.moving', { number: moving }) : null,
    offline > 0 ? t('groups.offline', { number: offline }) : null,
  ]
    .filter((text) => text !== null)
    .join(' · ')
}

/** The state of one member as text, also while it is offline. */
export function memberText(device: DeviceInfo, t: TFunction): string {
  const { figure, caption, tone } = describeDevice(device, { pending: null }, t)
  if (tone === 'never') return caption
  return tone === 'offline' ? `${caption}, ${figure}` : figure
}
