import type { LinkCreateRequest, LinkUpdateRequest } from '@senca/contract/links'
import type { DeviceGrant } from '#features/rights/index.ts'
import type { LinkTerms, SharedDevice } from './link.ts'
import type { TermsKey } from './terms.ts'

const DEFAULT_TIME_ZONE = 'UTC'

type PerDevice = 'deviceSpecifiers' | 'actions' | 'limits'

/** A change of terms: null clears a value, an absent value stays. */
export type TermsChange = Omit<LinkUpdateRequest, 'token' | 'pin' | 'password'>

const WHOLE: DeviceGrant = { channels: null, actions: null, limits: null }

const unlessEmpty = <T extends object>(value: T | undefined): T | null =>
  value === undefined || Object.keys(value).length === 0 ? null : value

/** The given value, or the current one if none is given. */
const changed = <T>(named: T | undefined, kept: T): T => (named === undefined ? kept : named)

function grantAfter(deviceId: string, kept: DeviceGrant, change: TermsChange): DeviceGrant {
  const { deviceSpecifiers, actions, limits } = change
  const named = <T extends object>(values: Record<string, T> | null | undefined, value: T | null) =>
    values === undefined ? value : unlessEmpty(values?.[deviceId])
  const allowed = named(actions, kept.actions === null ? null : [...kept.actions])
  return {
    channels: named(deviceSpecifiers, kept.channels),
    actions: allowed === null ? null : [...new Set(allowed)],
    limits: named(limits, kept.limits),
  }
}

/** The first term that names a device which is not in the link; null if there is none. */
export function strangerIn(change: TermsChange, devices: readonly SharedDevice[]): TermsKey | null {
  const ids: ReadonlySet<string> = new Set(devices.map(({ deviceId }) => deviceId))
  const fields: readonly PerDevice[] = ['deviceSpecifiers', 'actions', 'limits']
  return fields.find((field) => Object.keys(change[field] ?? {}).some((id) => !ids.has(id))) ?? null
}

/** The terms after a change. Terms that are not given stay, for the devices that stay. */
export function changedTerms(terms: LinkTerms, change: TermsChange): LinkTerms {
  const keptById = new Map(terms.devices.map(({ deviceId, grant }) => [deviceId, grant]))
  const deviceIds = change.devices === undefined ? [...keptById.keys()] : [...new Set(change.devices)]
  const { startsAt, expiresAt } = change
  return {
    name: changed(change.name, terms.name),
    multiUse: changed(change.multiUse, terms.multiUse),
    maxUses: changed(change.maxUses, terms.maxUses),
    startsAt: startsAt === undefined ? terms.startsAt : new Date(startsAt),
    expiresAt: expiresAt === undefined ? terms.expiresAt : new Date(expiresAt),
    timeZone: changed(change.timeZone, terms.timeZone) ?? DEFAULT_TIME_ZONE,
    windows: changed(change.windows, terms.windows) ?? [],
    devices: deviceIds.map((deviceId) => ({
      deviceId,
      grant: grantAfter(deviceId, keptById.get(deviceId) ?? WHOLE, change),
    })),
  }
}

/** The terms of a new link. */
export function newTerms(request: Omit<LinkCreateRequest, 'password'>): LinkTerms {
  const { multiUse, startsAt, expiresAt } = request
  const bare: LinkTerms = {
    name: null,
    multiUse,
    maxUses: null,
    startsAt: new Date(startsAt),
    expiresAt: new Date(expiresAt),
    timeZone: DEFAULT_TIME_ZONE,
    windows: [],
    devices: [],
  }
  return changedTerms(bare, request)
}
