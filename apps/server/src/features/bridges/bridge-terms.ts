import { isRenamed, isTimeZone, kindOf, LIMITS } from '@senca/contract'
import {
  type BridgeCreateRequest,
  type BridgeGrant,
  type BridgeKind,
  type BridgeUpdateRequest,
  hasToken,
} from '@senca/contract/bridges'
import { type Device, effectiveTypeOf, type Shadows } from '#features/devices/index.ts'
import { faultOfGrant } from '#features/links/index.ts'
import { type Bridge, type BridgeTerms, commandedBy, type GrantedDevice } from './bridge.ts'

const DAY_MS = 86_400_000

export type BridgeChange = Omit<BridgeUpdateRequest, 'id' | 'password'>

const timeOf = (named: string | null | undefined, kept: Date | null): Date | null =>
  named === undefined ? kept : named === null ? null : new Date(named)

const devicesOf = (grants: Record<string, BridgeGrant>): GrantedDevice[] =>
  Object.entries(grants).map(([deviceId, { permissions, channels, actions, limits }]) => ({
    deviceId,
    permissions: permissions.includes('command') ? ['view', 'command'] : ['view'],
    grant: { channels: channels ?? null, actions: actions ?? null, limits: limits ?? null },
  }))

/**
 * The terms after a change. Null clears a value, except the end of a kind that must have one, which is then the default; a value that is
 * not given stays. A Matter bridge has no scopes: it can do what the grants of its devices say.
 */
export function changedTerms(
  terms: BridgeTerms,
  change: BridgeChange,
  { kind, now }: { kind: BridgeKind; now: Date },
): BridgeTerms {
  const windows = change.windows === undefined ? terms.windows : change.windows
  const validBefore =
    change.validBefore === null && hasToken(kind)
      ? new Date(now.getTime() + LIMITS.BRIDGE_DEFAULT_DAYS * DAY_MS)
      : timeOf(change.validBefore, terms.validBefore)
  return {
    name: change.name !== undefined && isRenamed(terms.name, change.name) ? change.name : terms.name,
    scopes: change.scopes === undefined || kind === 'matter' ? terms.scopes : [...new Set(change.scopes)],
    validAfter: timeOf(change.validAfter, terms.validAfter),
    validBefore,
    windows: windows?.length === 0 ? null : windows,
    timeZone: change.timeZone === undefined ? terms.timeZone : change.timeZone,
    devices: change.grants === undefined ? terms.devices : devicesOf(change.grants),
  }
}

/** The terms of a new bridge: it reads devices, and if it must end it does after 90 days, unless its maker says otherwise. */
export const newTerms = (
  {
    kind,
    options: _ofTheKind,
    validBefore = null,
    scopes = ['devices:read'],
    ...request
  }: Omit<BridgeCreateRequest, 'password'>,
  now: Date,
): BridgeTerms =>
  changedTerms(
    {
      name: request.name,
      scopes: [],
      validAfter: null,
      validBefore: null,
      windows: null,
      timeZone: null,
      devices: [],
    },
    { ...request, validBefore, scopes },
    { kind, now },
  )

/** The name of the first invalid term; null if all are valid. */
export function faultOfTerms(
  { validAfter, validBefore, timeZone, devices }: BridgeTerms,
  change: BridgeChange,
  { found, shadows, now }: { found: readonly Device[]; shadows: Pick<Shadows, 'get'>; now: Date },
): 'validAfter' | 'validBefore' | 'timeZone' | 'grants' | null {
  const latest = now.getTime() + LIMITS.BRIDGE_MAX_DAYS * DAY_MS
  if (validAfter !== null && !(validAfter.getTime() > 0 && validAfter.getTime() < latest)) return 'validAfter'
  if (validBefore !== null) {
    // One that has expired can still be renamed.
    const isNamed = change.validBefore !== undefined
    if (isNamed && (validBefore <= now || validBefore.getTime() > latest)) return 'validBefore'
    if (validAfter !== null && validBefore <= validAfter) return 'validBefore'
  }
  if (timeZone !== null && !isTimeZone(timeZone)) return 'timeZone'
  const typeById = new Map(
    found.map((device) => [device.id, effectiveTypeOf(device, shadows.get(device.id))]),
  )
  const isWrong = ({ deviceId, grant }: GrantedDevice) => {
    const type = typeById.get(deviceId)
    return type !== undefined && faultOfGrant(grant, type) !== null
  }
  return devices.some(isWrong) ? 'grants' : null
}

const isGuardedDoor = ({ type, unlockBy }: Device): boolean =>
  kindOf(type).family === 'door' && (unlockBy === 'pin' || unlockBy === 'passkey')

/** The first door with a guarded unlock (PIN or passkey) that is to be commanded and was not before; null if there is none. */
export function doorAdded(
  before: Pick<Bridge, 'devices'> | null,
  after: BridgeTerms,
  found: readonly Device[],
): string | null {
  const known = new Set(before === null ? [] : commandedBy(before))
  const commanded = new Set(commandedBy(after))
  return found.filter(isGuardedDoor).find(({ id }) => commanded.has(id) && !known.has(id))?.id ?? null
}
