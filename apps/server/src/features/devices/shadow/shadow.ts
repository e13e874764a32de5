import {
  type Capability,
  type Charge,
  type Counts,
  capabilitiesOf,
  type DeviceSettings,
  type DeviceState,
  type DeviceStatus,
  type DeviceType,
  isBusy,
  isNewer,
  LIMITS,
  type ReportedCharge,
  type ReportedFields,
  type Target,
} from '@senca/contract'
import type { ReportedState } from '#drivers/driver.ts'
import { OWN_DRIVER } from '../registry/own-driver.ts'
import { chargeOfDevice, nextCharge } from './charge.ts'
import { laterPresence, nextPresence, type Presence, type ReportedPresence } from './presence.ts'
import { mergeLocks, provenLocks } from './proven-locks.ts'
import { type Arrival, nextArrival, settledAt } from './settling.ts'

/** The known state of one endpoint of a device. */
export interface EndpointShadow extends Presence {
  /** The counts of its last report. */
  counts: Counts
  /** Null if the endpoint reports none. Then they follow from the device type, the reported parts and the generation. */
  capabilities: readonly Capability[] | null
  /** Absent if it has never reported a battery. */
  charge?: Charge | undefined
}

/** The known state of a device, from the reports of its endpoints. Only reports change the position or the lock state. */
export interface Shadow {
  deviceId: string
  /** All endpoints that have ever reported, by key. */
  endpoints: Readonly<Record<string, EndpointShadow>>
  /** Whether at least one endpoint is connected. */
  connected: boolean
  /** All reported fields, merged. */
  fields: ReportedFields & { status?: DeviceStatus | undefined }
  settings: DeviceSettings
  /** The counts of the only endpoint. Unknown if there are several, because each counts for itself. */
  counts: Counts
  reportedAt: Date | null
  /** The state was retained by a broker, and nobody knows how old it is [HW39]. */
  isAgeUnknown: boolean
  lastSeenAt: Date | null
  /**
   * The target of an acknowledged command until the device is at rest. Used for devices that do not report a target themselves.
   */
  commandTarget: Target | null
  /** Set while it is at its goal and reports motion. */
  arrival: Arrival | null
  /** Whether its last status reported a factory reset. */
  reportedFactoryReset: boolean
  /** The device has acknowledged `forget` and has not reported the factory reset yet. */
  awaitsReset: boolean
  /** Its home has changed its settings since the last reset. */
  wasSet: boolean
  /**
   * The newest write of the row by the registry that this shadow includes. A shadow with an older generation does not overwrite
   * the row.
   */
  generation: number
}

const NO_COUNTS: Counts = { totalRestarts: null, totalStateUpdates: null }

const UNKNOWN_ENDPOINT: EndpointShadow = { connected: false, counts: NO_COUNTS, capabilities: null }

export const emptyShadow = (deviceId: string): Shadow => ({
  deviceId,
  endpoints: {},
  connected: false,
  fields: {},
  settings: {},
  counts: NO_COUNTS,
  reportedAt: null,
  isAgeUnknown: false,
  lastSeenAt: null,
  commandTarget: null,
  arrival: null,
  // A new device has nothing to forget.
  reportedFactoryReset: true,
  awaitsReset: false,
  wasSet: false,
  generation: 0,
})

/** All events that change a shadow. Times are milliseconds since 1970, so that an event can be sent over the event bus. */
export type ShadowEvent =
  | ({ kind: 'connection'; endpoint: string; order?: Counts | undefined } & ReportedPresence)
  | {
      kind: 'report'
      endpoint: string
      order?: Counts | undefined
      state: ReportedState
      at: number
      isAgeUnknown?: boolean | undefined
      /** The hardware has not reported it now, so the state of the device is as old as before. */
      isDerived?: boolean | undefined
      /** The device has been at its goal for so long that it counts as at rest. */
      settles?: boolean | undefined
      /** Applies the report although its counts are lower. */
      countsBeginAgain?: boolean | undefined
    }
  | { kind: 'target'; target: Target; sentAt: Counts; at?: number | undefined }
  | { kind: 'charge'; endpoint: string; order?: Counts | undefined; charge: ReportedCharge }
  | { kind: 'capabilities'; endpoint: string; capabilities: readonly Capability[] | null }
  | { kind: 'status'; factoryReset: boolean }
  /** `isHandedOver`: another account has used the device until now. */
  | { kind: 'claimed'; isHandedOver: boolean }
  | { kind: 'forgotten' }
  /** Other hardware takes the place of its hardware, at these endpoints. */
  | { kind: 'assigned'; endpoints: readonly string[] }
  /** The device moves to another home and stays unchanged. */
  | { kind: 'transferred' }
  /** The device acknowledged the settings. They are valid until it reports others. */
  | { kind: 'settings'; settings: DeviceSettings }
  /** The registry has written the row. */
  | { kind: 'rowVersionRaised'; generation: number }
  /** The shadow that another instance has, for an instance that has just started to hold it. */
  | { kind: 'held'; shadow: HeldShadow }

/** A shadow in the form that is sent over the event bus. */
export type HeldShadow = Omit<Shadow, 'deviceId' | 'connected' | 'counts' | 'reportedAt' | 'lastSeenAt'> & {
  reportedAt: number | null
  lastSeenAt: number | null
}

export function heldOf(shadow: Shadow): HeldShadow {
  const { deviceId: _id, connected: _connected, counts: _counts, reportedAt, lastSeenAt, ...rest } = shadow
  return {
    ...rest,
    reportedAt: reportedAt?.getTime() ?? null,
    lastSeenAt: lastSeenAt?.getTime() ?? null,
  }
}

/** Whether a device leaves its home. Then all commands of that home are over. */
export const leavesHome = ({ kind }: Pick<ShadowEvent, 'kind'>): boolean =>
  kind === 'claimed' || kind === 'forgotten' || kind === 'transferred'

/** Whether a report with the counts `candidate` was made after one with the counts `base`. */
export function isLater(candidate: Counts, base: Counts): boolean {
  const isSame =
    candidate.totalRestarts === base.totalRestarts && candidate.totalStateUpdates === base.totalStateUpdates
  return isNewer(candidate, base) && !(isSame && candidate.totalRestarts !== null)
}

export const endpointOf = (shadow: Shadow, key: string): EndpointShadow =>
  shadow.endpoints[key] ?? UNKNOWN_ENDPOINT

/** Replaces the endpoints of a shadow and derives the dependent fields. */
export function withEndpoints<T extends object>(shadow: T, endpoints: Shadow['endpoints']) {
  const all = Object.values(endpoints)
  const [only] = all
  return {
    ...shadow,
    endpoints,
    connected: all.some(({ connected }) => connected),
    counts: only !== undefined && all.length === 1 ? only.counts : NO_COUNTS,
  }
}

const withEndpoint = (shadow: Shadow, key: string, change: Partial<EndpointShadow>): Shadow =>
  withEndpoints(shadow, { ...shadow.endpoints, [key]: { ...endpointOf(shadow, key), ...change } })

/** Whether a report is older than the newest report of its endpoint. */
const isLate = (shadow: Shadow, key: string, order: Counts | undefined): boolean =>
  order !== undefined && !isNewer(order, endpointOf(shadow, key).counts)

/** The shadow after an event, or null if the event changes nothing, such as a report that is older than the known one. */
export function nextShadow(shadow: Shadow, event: ShadowEvent): Shadow | null {
  const next = afterEvent(shadow, event)
  if (next === null || event.kind === 'held') return next
  return withArrival(next, 'at' in event ? event.at : undefined, event.kind === 'connection')
}

/** The shadow after an event at `at`, or after it was read then, with whether it has arrived at its goal. */
export function withArrival(shadow: Shadow, at: number | undefined, isReconnected: boolean): Shadow {
  const arrival = nextArrival(shadow, { at, tolerance: toleranceOf(shadow), isReconnected })
  return arrival === shadow.arrival ? shadow : { ...shadow, arrival }
}

function afterEvent(shadow: Shadow, event: ShadowEvent): Shadow | null {
  switch (event.kind) {
    case 'connection': {
      const { endpoint, order, at } = event
      if (isLate(shadow, endpoint, order)) return null
      const presence = nextPresence(endpointOf(shadow, endpoint), event)
      if (presence === null) return null
      const changed = withEndpoint(shadow, endpoint, { ...presence, ...countsOf(order) })
      return { ...changed, lastSeenAt: new Date(at) }
    }
    case 'report': {
      const { endpoint, order, countsBeginAgain } = event
      if (event.settles === true) {
        const arrival = settledAt(shadow.arrival, event.at)
        return arrival === null ? null : { ...shadow, arrival }
      }
      if (countsBeginAgain !== true && isLate(shadow, endpoint, order)) return null
      const changed = withEndpoint(shadow, endpoint, countsOf(order))
      const { reportedAt, lastSeenAt, isAgeUnknown } = shadow
      const reported = afterReport(changed, event.state, new Date(event.at))
      return event.isDerived === true
        ? { ...reported, reportedAt, lastSeenAt, isAgeUnknown }
        : { ...reported, isAgeUnknown: event.isAgeUnknown === true }
    }
    case 'charge': {
      const { endpoint } = event
      const charge = nextCharge(endpointOf(shadow, endpoint).charge, event.charge)
      return charge === null ? null : withEndpoint(shadow, endpoint, { charge })
    }
    case 'capabilities': {
      const { endpoint, capabilities } = event
      const known = endpointOf(shadow, endpoint).capabilities
      const isSame = JSON.stringify(known) === JSON.stringify(capabilities)
      return isSame ? null : withEndpoint(shadow, endpoint, { capabilities })
    }
    case 'target': {
      // A target that the device reports wins. A device that has come to rest since the command has none.
      const isOver = shadow.fields.status === 'ready' && isLater(shadow.counts, event.sentAt)
      if (shadow.fields.target !== undefined || isOver) return null
      return { ...shadow, commandTarget: event.target }
    }
    case 'status': {
      // The device reports the reset before it reports its state again [DP9]. Anything received in between is older than the
      // reset.
      if (event.factoryReset && shadow.awaitsReset) return resetShadow(shadow)
      if (event.factoryReset === shadow.reportedFactoryReset) return null
      return event.factoryReset
        ? resetShadow(shadow)
        : { ...shadow, reportedFactoryReset: false, awaitsReset: false }
    }
    case 'claimed':
      return event.isHandedOver || shadow.wasSet
        ? { ...resetShadow(shadow), reportedFactoryReset: shadow.reportedFactoryReset }
        : { ...withEndpoints(shadow, uncounted(shadow)), commandTarget: null, awaitsReset: false }
    case 'forgotten':
      return { ...resetShadow(shadow), awaitsReset: true }
    case 'assigned': {
      const kept = Object.entries(shadow.endpoints).filter(([key]) => event.endpoints.includes(key))
      return { ...withEndpoints(shadow, Object.fromEntries(kept)), fields: {}, commandTarget: null }
    }
    case 'transferred':
      return { ...shadow, commandTarget: null }
    case 'settings':
      return { ...shadow, settings: { ...shadow.settings, ...event.settings }, wasSet: true }
    case 'rowVersionRaised':
      return event.generation > shadow.generation ? { ...shadow, generation: event.generation } : null
    case 'held':
      return afterHeld(shadow, event.shadow)
  }
}

/** The shadow without times that lie ahead; the same if there are none. */
export function withoutFuture(shadow: Shadow, now: Date): Shadow {
  const { reportedAt, lastSeenAt, arrival } = shadow
  const isAhead = (at: Date | null) => at !== null && at > now
  if (!isAhead(reportedAt) && !isAhead(lastSeenAt)) return shadow
  const past = (at: Date | null) => (isAhead(at) ? now : at)
  const endpoints = Object.entries(shadow.endpoints).map(([key, endpoint]) => [
    key,
    endpointBefore(endpoint, now.getTime()),
  ])
  return {
    ...shadow,
    endpoints: Object.fromEntries(endpoints),
    reportedAt: past(reportedAt),
    lastSeenAt: past(lastSeenAt),
    arrival: arrival === null ? null : { ...arrival, since: Math.min(arrival.since, now.getTime()) },
  }
}

function endpointBefore(endpoint: EndpointShadow, time: number): EndpointShadow {
  const { statusAt, session } = endpoint
  return {
    ...endpoint,
    ...(statusAt === undefined ? {} : { statusAt: Math.min(statusAt, time) }),
    ...(session === undefined ? {} : { session: { ...session, since: Math.min(session.since, time) } }),
  }
}

/** Accepts the shadow of another instance unless this one is newer. The connection of each endpoint is compared separately. */
function afterHeld(shadow: Shadow, notified: HeldShadow): Shadow | null {
  const own = heldOf(shadow)
  const isOlder =
    notified.generation < own.generation ||
    (notified.generation === own.generation &&
      ((notified.lastSeenAt ?? 0) < (own.lastSeenAt ?? 0) ||
        Object.entries(notified.endpoints).some(([key, { counts }]) => {
          const known = endpointOf(shadow, key).counts
          return known.totalRestarts !== null && isLater(known, counts)
        })))
  const { reportedAt, lastSeenAt, ...rest } = isOlder ? own : notified
  const dateOf = (at: number | null) => (at === null ? null : new Date(at))
  const next = {
    ...withEndpoints({ ...shadow, ...rest }, mergeEndpoints(own, notified, isOlder)),
    reportedAt: dateOf(reportedAt),
    lastSeenAt: dateOf(lastSeenAt),
  }
  return JSON.stringify(heldOf(next)) === JSON.stringify(own) ? null : next
}

/** The newer connection of each endpoint. An endpoint that only one instance has is kept if both have the same row version. */
function mergeEndpoints(own: HeldShadow, notified: HeldShadow, isOlder: boolean): Shadow['endpoints'] {
  const [kept, other] = isOlder ? [own, notified] : [notified, own]
  const added = kept.generation === other.generation ? other.endpoints : {}
  return Object.fromEntries(
    Object.entries({ ...added, ...kept.endpoints }).map(([key, endpoint]) => {
      const known = other.endpoints[key]
      return [key, known === undefined ? endpoint : { ...endpoint, ...laterPresence(endpoint, known) }]
    }),
  )
}

const countsOf = (order: Counts | undefined) => (order === undefined ? {} : { counts: order })

const uncounted = ({ endpoints }: Shadow): Shadow['endpoints'] =>
  Object.fromEntries(Object.entries(endpoints).map(([key, known]) => [key, { ...known, counts: NO_COUNTS }]))

/** The shadow after a reset: counts may start again, and nothing of the last home may be visible in the next one. */
const resetShadow = (shadow: Shadow): Shadow => ({
  ...withEndpoints(emptyShadow(shadow.deviceId), uncounted(shadow)),
  lastSeenAt: shadow.lastSeenAt,
  generation: shadow.generation,
})

function afterReport(shadow: Shadow, { settings, ...fields }: ReportedState, at: Date): Shadow {
  const merged = { ...mergeLocks(shadow.fields, fields), ...fields }
  const isMoving = merged.status !== undefined && isBusy(merged.status)
  // The next movement of a device that has settled has nothing to do with the last command.
  const isNext = shadow.arrival?.isSettled === true && merged.status !== shadow.fields.status
  return {
    ...shadow,
    fields: merged,
    settings: settings === undefined ? shadow.settings : { ...shadow.settings, ...settings },
    reportedAt: at,
    lastSeenAt: at,
    commandTarget: isMoving && !isNext && merged.target === undefined ? shadow.commandTarget : null,
  }
}

/** Caches the state, because every listener reads the state before and after a change. */
const stateByShadow = new WeakMap<Shadow, DeviceState>()

/** The state that people see: offline while it is disconnected, busy until the first report. */
export function stateOf(shadow: Shadow): DeviceState {
  const known = stateByShadow.get(shadow)
  if (known !== undefined) return known
  const state = readState(shadow)
  stateByShadow.set(shadow, state)
  return state
}

function readState(shadow: Shadow): DeviceState {
  const { target: reported, progress, ...fields } = shadow.fields
  const isSettled = shadow.arrival?.isSettled === true
  const target = isSettled ? null : reported === undefined ? shadow.commandTarget : reported
  return {
    ...fields,
    ...provenLocks(fields),
    status: shadow.connected ? (isSettled ? 'ready' : (fields.status ?? 'busy')) : 'offline',
    position: fields.position ?? null,
    inclination: fields.inclination ?? null,
    assumed: fields.assumed ?? false,
    reportedAt: shadow.isAgeUnknown ? null : (shadow.reportedAt?.toISOString() ?? null),
    ...(target === null || !shadow.connected ? {} : { target }),
    ...(isUpgrading(shadow) && typeof progress === 'number' ? { progress } : {}),
    ...chargeOf(shadow),
  }
}

/** The charge of the weakest battery of a device. */
export const chargeOf = ({ endpoints }: Pick<Shadow, 'endpoints'>): Charge =>
  chargeOfDevice(Object.values(endpoints).flatMap(({ charge }) => charge ?? []))

/** Whether a part of the device is hardware of another protocol than our own. */
const isThirdParty = ({ endpoints }: Pick<Shadow, 'endpoints'>): boolean =>
  Object.keys(endpoints).some((key) => !key.startsWith(`${OWN_DRIVER}/`))

/** How far from its goal a shade may come to rest. */
export const toleranceOf = (shadow: Pick<Shadow, 'endpoints'>): number =>
  isThirdParty(shadow) ? LIMITS.THIRD_PARTY_TOLERANCE : LIMITS.TARGET_TOLERANCE

/** Whether the device has ever reported its state since it was made or last reset. */
export const hasReported = (shadow: Shadow): boolean => shadow.reportedAt !== null

/**
 * Whether the device has reported since it last connected. Before that, its position is uncertain because it may have been moved.
 */
export const isFreshlyReported = ({ connected, reportedAt, lastSeenAt }: Shadow): boolean =>
  connected && reportedAt !== null && lastSeenAt !== null && reportedAt >= lastSeenAt

/** Whether the device calibrates, restarts or upgrades. It would not end where a command sends it. */
export const isOccupied = ({ connected, fields }: Shadow): boolean =>
  connected &&
  (fields.status === 'calibrating' || fields.status === 'restarting' || fields.status === 'upgrading')

/** Whether the device installs new firmware. It accepts nothing until the new firmware runs. */
export const isUpgrading = ({ connected, fields }: Pick<Shadow, 'connected' | 'fields'>): boolean =>
  connected && fields.status === 'upgrading'

/** The capabilities that a device of a hardware generation has now; `version` is null if not reported yet. */
export function deviceCapabilities(type: DeviceType, shadow: Shadow, version: number | null): Capability[] {
  const reported = Object.values(shadow.endpoints).map(({ capabilities }) => capabilities)
  return capabilitiesOf(type, stateOf(shadow), { version, ...(reported.length === 0 ? {} : { reported }) })
}

/** Returns the capabilities that a device has now. */
export type CapabilitiesOf = (type: DeviceType, shadow: Shadow) => readonly Capability[]
