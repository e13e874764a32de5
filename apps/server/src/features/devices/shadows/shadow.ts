import {
  type Counts,
  type DeviceSettings,
  type DeviceState,
  type DeviceStateMessage,
  type DeviceStatus,
  isBusy,
  isNewer,
  type ReportedFields,
  type Target,
} from '@senca/contract'
import { mergeLocks, provenLocks } from './proven-locks.ts'

/** What is known of a device from its own reports. Only a report writes position or lock state. */
export interface Shadow {
  deviceId: string
  /** Whether its connection is live. */
  connected: boolean
  /** All that it reported, merged. */
  fields: ReportedFields & { status?: DeviceStatus | undefined }
  settings: DeviceSettings
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

export const emptyShadow = (deviceId: string): Shadow => ({
  deviceId,
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
  | { kind: 'connection'; connected: boolean; at: number }
  /** `countsBeginAgain`: it is applied although its counts are lower. */
  | { kind: 'report'; message: DeviceStateMessage; at: number; countsBeginAgain?: boolean | undefined }
  | { kind: 'target'; target: Target; sentAt: Counts }
  | { kind: 'status'; factoryReset: boolean }
  /** Handed over: it comes from another account that used it until now. */
  | { kind: 'claimed'; isHandedOver: boolean }
  | { kind: 'forgotten' }
  /** The device took them: it has them until it says something else. */
  | { kind: 'settings'; settings: DeviceSettings }
  /** The registry has written the row. */
  | { kind: 'rewritten'; generation: number }

/** Whether a report with these counts was made after one with those. */
export function isLater(candidate: Counts, base: Counts): boolean {
  const isSame =
    candidate.totalRestarts === base.totalRestarts && candidate.totalStateUpdates === base.totalStateUpdates
  return isNewer(candidate, base) && !(isSame && candidate.totalRestarts !== null)
}

/** The shadow after an event, or null when the event changes nothing: a report that is older than what is known. */
export function nextShadow(shadow: Shadow, event: ShadowEvent): Shadow | null {
  switch (event.kind) {
    case 'connection':
      if (shadow.connected === event.connected) return null
      return { ...shadow, connected: event.connected, lastSeenAt: new Date(event.at) }
    case 'report':
      return event.countsBeginAgain === true || isNewer(event.message, shadow.counts)
        ? afterReport(shadow, event.message, new Date(event.at))
        : null
    case 'target': {
      // A device that speaks of its target itself is believed, and one that has come to rest meanwhile has none.
      const isOver = shadow.fields.status === 'ready' && isLater(shadow.counts, event.sentAt)
      if (shadow.fields.target !== undefined || isOver) return null
      return { ...shadow, commandTarget: event.target }
    }
    case 'status': {
      // It says so before it reports a state again [DP9]: what came in between was said before it forgot.
      if (event.factoryReset && shadow.awaitsReset) return begunAgain(shadow)
      if (event.factoryReset === shadow.saidFactoryReset) return null
      return event.factoryReset
        ? begunAgain(shadow)
        : { ...shadow, saidFactoryReset: false, awaitsReset: false }
    }
    case 'claimed':
      return event.isHandedOver || shadow.wasSet
        ? { ...begunAgain(shadow), saidFactoryReset: shadow.saidFactoryReset }
        : { ...shadow, counts: NO_COUNTS, commandTarget: null, awaitsReset: false }
    case 'forgotten':
      return { ...begunAgain(shadow), awaitsReset: true }
    case 'settings':
      return { ...shadow, settings: { ...shadow.settings, ...event.settings }, wasSet: true }
    case 'rewritten':
      return event.generation > shadow.generation ? { ...shadow, generation: event.generation } : null
  }
}

/** A device that begins again may count from the start, and what it said in its last home is nobody's business in the next. */
const begunAgain = ({ deviceId, connected, lastSeenAt, generation }: Shadow): Shadow => ({
  ...emptyShadow(deviceId),
  connected,
  lastSeenAt,
  generation,
})

function afterReport(shadow: Shadow, message: DeviceStateMessage, at: Date): Shadow {
  const { settings, totalRestarts, totalStateUpdates, ...fields } = message
  const counts = { totalRestarts, totalStateUpdates }
  const merged = { ...mergeLocks(shadow.fields, fields), ...fields }
  const isMoving = merged.status !== undefined && isBusy(merged.status)
  return {
    ...shadow,
    fields: merged,
    settings: { ...shadow.settings, ...settings },
    counts,
    reportedAt: at,
    lastSeenAt: at,
    commandTarget: isMoving && merged.target === undefined ? shadow.commandTarget : null,
  }
}

/** Everybody who hears of a change asks for the state before and after it. */
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
  const { target: reported, ...fields } = shadow.fields
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
  }
}

/** Whether it ever reported its state since it was made or last forgot. */
export const hasReported = (shadow: Shadow): boolean => shadow.reportedAt !== null

/** Whether it looks for its ends or starts again, and would not end where it is sent. */
export const isOccupied = ({ connected, fields }: Shadow): boolean =>
  connected && (fields.status === 'calibrating' || fields.status === 'restarting')
