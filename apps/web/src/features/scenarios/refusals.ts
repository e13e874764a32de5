import type { DeviceInfo } from '@senca/contract'
import type { TFunction } from 'i18next'
import { ApiFailure } from '#core/api/failures.ts'

/** A refusal of a scenario that needs more than the text of its error code: the text, and whether a location must be set. */
export interface Refusal {
  text: string
  needsPlace: boolean
}

/** Null if the text of the error code is enough. For shared devices, location and subscription are those of their owner. */
export function refusalOf(
  failure: Error,
  devices: readonly Pick<DeviceInfo, 'id' | 'name'>[],
  t: TFunction,
  isShared = false,
): Refusal | null {
  if (!(failure instanceof ApiFailure)) return null
  switch (failure.error) {
    case 'data_missing':
      if (failure.key !== 'home') return null
      return isShared
        ? { text: t('scenarios.ownerPlaceNeeded'), needsPlace: false }
        : { text: t('scenarios.placeNeeded'), needsPlace: true }
    case 'open_weather_subscription_needed':
      return isShared ? { text: t('scenarios.ownerSubscriptionNeeded'), needsPlace: false } : null
    case 'malformed_trigger':
      return { text: t('scenarios.triggerBad'), needsPlace: false }
    case 'device_scenarios_limit_exceeded':
      return { text: t('scenarios.tooMany'), needsPlace: false }
    case 'similar_weather_scenario_already_exists': {
      const device = devices.find(({ id }) => id === failure.deviceId)
      if (device === undefined) return null
      return { text: t('scenarios.similar', { device: device.name }), needsPlace: false }
    }
    default:
      return null
  }
}
