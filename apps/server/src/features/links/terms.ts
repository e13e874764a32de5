import { type DeviceType, isTimeZone, kindOf, LIMITS, LINK_ACTIONS_OF } from '@senca/contract'
import type { DeviceGrant } from '#features/rights/index.ts'
import type { LinkTerms } from './link.ts'

const DAY_MS = 86_400_000
/** The last year that can be written with four digits, which all clocks and calendars involved require. */
const LAST_MOMENT = Date.UTC(9_999, 0, 1)

export type TermsKey =
  | 'devices'
  | 'expiresAt'
  | 'maxUses'
  | 'timeZone'
  | 'deviceSpecifiers'
  | 'actions'
  | 'limits'

/** The first part of a grant that devices of this type do not have; null if there is none. */
export function faultOfGrant(
  { channels, actions, limits }: DeviceGrant,
  type: DeviceType,
): 'deviceSpecifiers' | 'actions' | 'limits' | null {
  const { family, axes } = kindOf(type)
  if (channels !== null && (family !== 'light' || !(channels.light1 || channels.light2)))
    return 'deviceSpecifiers'
  const possible: readonly string[] = LINK_ACTIONS_OF[family]
  if (actions?.some((action) => !possible.includes(action)) === true) return 'actions'
  if (limits === null) return null
  const { minPosition = 0, maxPosition = 1 } = limits
  return !axes.includes('position') || minPosition > maxPosition ? 'limits' : null
}

interface Checking {
  typeById: ReadonlyMap<string, DeviceType>
  now: Date
  /** Whether times were given. A link that has ended can still be renamed. */
  isTimed: boolean
}

/** The name of the first invalid term; null if all are valid. */
export function faultOfTerms(terms: LinkTerms, { typeById, now, isTimed }: Checking): TermsKey | null {
  const startsAt = terms.startsAt.getTime()
  const expiresAt = terms.expiresAt.getTime()
  const validity = expiresAt - startsAt
  if (!(validity > 0 && validity < LIMITS.DEVICE_LINK_VALIDITY_MAX_DAYS * DAY_MS)) return 'expiresAt'
  if (isTimed && (expiresAt <= now.getTime() || expiresAt >= LAST_MOMENT)) return 'expiresAt'
  if (terms.devices.length === 0 || (!terms.multiUse && terms.devices.length > 1)) return 'devices'
  if (!terms.multiUse && terms.maxUses !== null) return 'maxUses'
  if (!isTimeZone(terms.timeZone)) return 'timeZone'
  for (const device of terms.devices) {
    const type = typeById.get(device.deviceId)
    const fault = type === undefined ? 'devices' : faultOfGrant(device.grant, type)
    if (fault !== null) return fault
  }
  return null
}
