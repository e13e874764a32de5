import {
  type Capability,
  type Counts,
  capabilitiesOf,
  type DeviceSettings,
  type DeviceState,
  type DeviceStatus,
  type DeviceType,
  isBusy,
  isNewer,
  type ReportedFields,
  type Target,
} from '@senca/contract'
import type { ReportedState } from '#drivers/driver.ts'
import { mergeLocks, provenLocks } from './proven-locks.ts'

interface Session {
  number: number
  /** Milliseconds since 1970. */
  since: number
}

/** What is known of one endpoint of a device. */
export interface EndpointShadow {
  connected: boolean
  /** Which of its connections said last that it is here, and when; left out where it does not count them. */
  session?: Session | undefined
  /** Of its last report. */
  counts: Counts
  /** Null: what the device's type and the parts that it reports allow. */
  capabilities: readonly Capability[] | null
}

/** What is known of a device from the reports of its endpoints. Only a report writes position or lock state. */
export interface Shadow {
  deviceId: string
  /** Of all endpoints that have ever reported, by their key. */
  endpoints: Readonly<Record<string, EndpointShadow>>
  /** Whether an endpoint of it is connected. */
  connected: boolean
  /** All that it reported, merged. */
  fields: ReportedFields & { status?: DeviceStatus | undefined }
  settings: DeviceSettings
  /** Of its endpoint; unknown where it has several, which count each for itself. */
  counts: Counts
  reportedAt: Date | null
  lastSeenAt: Date | null
  /** Where an acknowledged command sends it, until it comes to rest; for devices that do not say it themselves. */
  commandTarget: Target | null
  /** What its last status said. */
  saidFactoryReset: boolean
  /** It took a `forget`, and has not said since that it was reset. */
  awaitsReset: boolean
  /** Its home changed its settings since it began again. */
  wasSet: boolean
  /** Which writing of its row by the registry it knows of: one that knows of an older one is not written over it. */
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
  lastSeenAt: null,
  commandTarget: null,
  // Fresh from the factory it has nothing to forget.
  saidFactoryReset: true,
  awaitsReset: false,
  wasSet: false,
  generation: 0,
})

/** Every way in which a shadow changes. Times are milliseconds since 1970, so that an event can cross the event bus. */
export type ShadowEvent =
  | {
      kind: 'connection'
      endpoint: string
      order?: Counts | undefined
      connected: boolean
      at: number
      /** Which of its connections says so, where the endpoint says it itself. */
      session?: number | undefined
    }
  | {
      kind: 'report'
      endpoint: string
      order?: Counts | undefined
      state: ReportedState
      at: number
      /** It is applied although its counts are lower. */
      countsBeginAgain?: boolean | undefined
    }
  | { kind: 'target'; target: Target; sentAt: Counts }
  | { kind: 'capabilities'; endpoint: string; capabilities: readonly Capability[] | null }
  | { kind: 'status'; factoryReset: boolean }
  /** Handed over: it comes from another account that used it until now. */
  | { kind: 'claimed'; isHandedOver: boolean }
  | { kind: 'forgotten' }
  /** It goes on in another home, as it is. */
  | { kind: 'transferred' }
  /** The device took them: it has them until it says something else. */
  | { kind: 'settings'; settings: DeviceSettings }
  /** The registry has written the row. */
  | { kind: 'rowVersionRaised'; generation: number }
  /** What another instance knows of it, for one that has begun to hold it. */
  | { kind: 'held'; shadow: HeldShadow }

/** A shadow as it crosses the event bus. */
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

/** Whether a device leaves one home for another, or for none: what was asked of it there is over. */
export const leavesHome = ({ kind }: Pick<ShadowEvent, 'kind'>): boolean =>
  kind === 'claimed' || kind === 'forgotten' || kind === 'transferred'

/** Whether a report with these counts was made after one with those. */
export function isLater(candidate: Counts, base: Counts): boolean {
  const isSame =
    candidate.totalRestarts === base.totalRestarts && candidate.totalStateUpdates === base.totalStateUpdates
  return isNewer(candidate, base) && !(isSame && candidate.totalRestarts !== null)
}

export const endpointOf = (shadow: Shadow, key: string): EndpointShadow =>
  shadow.endpoints[key] ?? UNKNOWN_ENDPOINT

/** A shadow with other endpoints, and what follows from them. */
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

/** Whether a report of an endpoint is older than what it has reported. */
export const isLate = (shadow: Shadow, key: string, order: Counts | undefined): boolean =>
  order !== undefined && !isNewer(order, endpointOf(shadow, key).counts)

/** The shadow after an event, or null when the event changes nothing: a report that is older than what is known. */
export function nextShadow(shadow: Shadow, event: ShadowEvent): Shadow | null {
  switch (event.kind) {
    case 'connection': {
      const { endpoint, order, connected, at, session } = event
      if (isLate(shadow, endpoint, order)) return null
      const known = endpointOf(shadow, endpoint)
      if (isOfEarlierSession(known.session, event)) return null
      const isNewSession = session !== undefined && session !== known.session?.number
      if (known.connected === connected && !isNewSession) return null
      const counted = session === undefined ? {} : { session: { number: session, since: at } }
      const changed = withEndpoint(shadow, endpoint, { connected, ...counted, ...countsOf(order) })
      return { ...changed, lastSeenAt: new Date(at) }
    }
    case 'report': {
      const { endpoint, order, countsBeginAgain } = event
      if (countsBeginAgain !== true && isLate(shadow, endpoint, order)) return null
      return afterReport(withEndpoint(shadow, endpoint, countsOf(order)), event.state, new Date(event.at))
    }
    case 'capabilities': {
      const { endpoint, capabilities } = event
      const known = endpointOf(shadow, endpoint).capabilities
      const isSame = JSON.stringify(known) === JSON.stringify(capabilities)
      return isSame ? null : withEndpoint(shadow, endpoint, { capabilities })
    }
    case 'target': {
      // The target that a device reports itself counts first, and one that has come to rest meanwhile has none.
      const isOver = shadow.fields.status === 'ready' && isLater(shadow.counts, event.sentAt)
      if (shadow.fields.target !== undefined || isOver) return null
      return { ...shadow, commandTarget: event.target }
    }
    case 'status': {
      // It says so before it reports a state again [DP9]: what came in between was said before it forgot.
      if (event.factoryReset && shadow.awaitsReset) return resetShadow(shadow)
      if (event.factoryReset === shadow.saidFactoryReset) return null
      return event.factoryReset
        ? resetShadow(shadow)
        : { ...shadow, saidFactoryReset: false, awaitsReset: false }
    }
    case 'claimed':
      return event.isHandedOver || shadow.wasSet
        ? { ...resetShadow(shadow), saidFactoryReset: shadow.saidFactoryReset }
        : { ...withEndpoints(shadow, uncounted(shadow)), commandTarget: null, awaitsReset: false }
    case 'forgotten':
      return { ...resetShadow(shadow), awaitsReset: true }
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

/** What another instance knows counts where nothing here is later. */
function afterHeld(shadow: Shadow, told: HeldShadow): Shadow | null {
  const own = heldOf(shadow)
  const isOlder =
    told.generation < own.generation ||
    (told.generation === own.generation &&
      ((told.lastSeenAt ?? 0) < (own.lastSeenAt ?? 0) ||
        Object.entries(told.endpoints).some(([key, { counts }]) => {
          const known = endpointOf(shadow, key).counts
          return known.totalRestarts !== null && isLater(known, counts)
        })))
  if (isOlder || JSON.stringify(told) === JSON.stringify(own)) return null
  const { reportedAt, lastSeenAt, ...rest } = told
  const dateOf = (at: number | null) => (at === null ? null : new Date(at))
  return {
    ...withEndpoints({ ...shadow, ...rest }, told.endpoints),
    reportedAt: dateOf(reportedAt),
    lastSeenAt: dateOf(lastSeenAt),
  }
}

/** What two instances read at once may be applied in the wrong order, within this time. */
const SESSION_ORDER_MS = 10_000

/**
 * Whether another connection of the endpoint has taken the place of the one that says this. A will counts only for its own.
 * A lower number that is no neighbour in time is of an endpoint that has lost its count.
 */
function isOfEarlierSession(
  known: Session | undefined,
  { session, connected, at }: { session?: number | undefined; connected: boolean; at: number },
): boolean {
  if (known === undefined || session === undefined || session >= known.number) return false
  return !connected || at - known.since < SESSION_ORDER_MS
}

const countsOf = (order: Counts | undefined) => (order === undefined ? {} : { counts: order })

const uncounted = ({ endpoints }: Shadow): Shadow['endpoints'] =>
  Object.fromEntries(Object.entries(endpoints).map(([key, known]) => [key, { ...known, counts: NO_COUNTS }]))

/** A device that begins again may count from the start, and what it said in its last home is nobody's business in the next. */
const resetShadow = (shadow: Shadow): Shadow => ({
  ...withEndpoints(emptyShadow(shadow.deviceId), uncounted(shadow)),
  lastSeenAt: shadow.lastSeenAt,
  generation: shadow.generation,
})

function afterReport(shadow: Shadow, { settings, ...fields }: ReportedState, at: Date): Shadow {
  const merged = { ...mergeLocks(shadow.fields, fields), ...fields }
  const isMoving = merged.status !== undefined && isBusy(merged.status)
  return {
    ...shadow,
    fields: merged,
    settings: { ...shadow.settings, ...settings },
    reportedAt: at,
    lastSeenAt: at,
    commandTarget: isMoving && merged.target === undefined ? shadow.commandTarget : null,
  }
}

/** Every listener to changes asks for the state before and after. */
const stateByShadow = new WeakMap<Shadow, DeviceState>()

/** The state that people see: offline while it is not connected, busy until it first reports. */
export function stateOf(shadow: Shadow): DeviceState {
  const known = stateByShadow.get(shadow)
  if (known !== undefined) return known
  const state = readState(shadow)
  stateByShadow.set(shadow, state)
  return state
}

function readState(shadow: Shadow): DeviceState {
  const { target: reported, progress, ...fields } = shadow.fields
  const target = reported === undefined ? shadow.commandTarget : reported
  return {
    ...fields,
    ...provenLocks(fields),
    status: shadow.connected ? (fields.status ?? 'busy') : 'offline',
    position: fields.position ?? null,
    inclination: fields.inclination ?? null,
    assumed: fields.assumed ?? false,
    reportedAt: shadow.reportedAt?.toISOString() ?? null,
    ...(target === null || !shadow.connected ? {} : { target }),
    ...(isUpgrading(shadow) && typeof progress === 'number' ? { progress } : {}),
  }
}

/** Whether it ever reported its state since it was made or last forgot. */
export const hasReported = (shadow: Shadow): boolean => shadow.reportedAt !== null

/** Whether it has reported since it last connected: until then it may have been moved, and nobody knows where it is. */
export const isHeardOf = ({ connected, reportedAt, lastSeenAt }: Shadow): boolean =>
  connected && reportedAt !== null && lastSeenAt !== null && reportedAt >= lastSeenAt

/** Whether it looks for its ends or starts again, with new firmware too, and would not end where it is sent. */
export const isOccupied = ({ connected, fields }: Shadow): boolean =>
  connected &&
  (fields.status === 'calibrating' || fields.status === 'restarting' || fields.status === 'upgrading')

/** Whether it gets new firmware, and takes nothing until it runs that. */
export const isUpgrading = ({ connected, fields }: Pick<Shadow, 'connected' | 'fields'>): boolean =>
  connected && fields.status === 'upgrading'

/** What may be asked of a device of a type: what its endpoints say, and of those that do not say it what its parts allow. */
export function deviceCapabilities(type: DeviceType, shadow: Shadow): Capability[] {
  const all = Object.values(shadow.endpoints)
  const said = new Set(all.flatMap(({ capabilities }) => capabilities ?? []))
  const isSaidByAll = all.length > 0 && all.every(({ capabilities }) => capabilities !== null)
  const byParts = isSaidByAll ? [] : capabilitiesOf(type, stateOf(shadow))
  return [...byParts, ...[...said].filter((capability) => !byParts.includes(capability))]
}
