import type { DeviceState } from '@senca/contract'
import type { TFunction } from 'i18next'

/** What the hardware says of its battery: the charge, or only that it is low; null if it says neither. */
export function batteryText({ battery, batteryLow }: DeviceState, t: TFunction): string | null {
  if (battery !== undefined) return t('battery.charge', { charge: t('card.percent', { value: battery }) })
  return batteryLow === true ? t('battery.low') : null
}
