import { randomUUID } from 'node:crypto'
import { type DeviceType, type ErrorCode, kindOf, type ResultDetail } from '@senca/contract'
import {
  type ActivityAction,
  type ActivityDetails,
  type ActivityOrigin,
  type ActivityResult,
  type BRIDGE_ACTIONS,
  MAINTENANCE_ACTIONS,
} from '@senca/contract/activity'
import type { BridgeKind } from '@senca/contract/bridges'
import { type AccountActor, type Actor, can, type Guarded, roleUsed } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { createKeyedRate } from '#platform/keyed-rate.ts'
import { createKeyedWindow } from '#platform/keyed-window.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { ActivityRow, ActivityStore } from './activity.store.ts'
import type { ActivityWriter } from './activity-writer.ts'
import type { LateCommand } from './late-effects.ts'

/** Limits the entries of a person who guesses PINs at a door. */
const REFUSALS = { burst: 30, everyMs: 30_000 }
/** The same for each bridge and device [BR7]. */
const BRIDGE_REFUSALS = { max: 30, windowMs: 3_600_000 }

/** The properties of a device that the activity log uses. */
export interface RecordedDevice extends Guarded {
  id: string
  name: string
  type: DeviceType
}

export interface ActivityEvent {
  action: ActivityAction
  details?: ActivityDetails
  /** What was changed, for the report about maintenance by a role; null if nothing changed. */
  change?: { before: unknown; after: unknown }
}

/** How an action ended; `ok` is null if it was sent and nobody confirmed it. `reached` is 0..1 per axis. */
export type ActivityEnd =
  | { ok: true; reached?: Reached }
  | { ok: null; reached?: Reached }
  | { ok: false; error: ErrorCode; detail?: ResultDetail; reached?: Reached }

interface Reached {
  position?: number | null
  inclination?: number | null
}

/** Reports the progress of an entry; each function is called at most once. Not used for actions that are complete at once. */
export interface ActivityLife {
  acknowledged(): void
  ended(end: ActivityEnd): void
}

interface RecorderOptions {
  store: Pick<ActivityStore, 'write'>
  writer: Pick<ActivityWriter, 'put'>
  clock: Clock
  /** Called when an entry was left out because of the rate limit. */
  leftOut(): void
}

const originOf = (actor: Actor, device: Guarded): ActivityOrigin => {
  if (actor.kind === 'link' || actor.kind === 'scenario' || actor.kind === 'sun' || actor.kind === 'bridge')
    return actor.kind
  return actor.accountId === device.ownerId ? 'app' : 'role'
}

const isByHand = (actor: Actor | null): boolean => actor?.kind === 'scenario' && actor.isByHand === true

/** Who did it, with the current name of a link or scenario, because it may be deleted before somebody reads the entry. */
const byOf = (actor: Actor | null) => {
  if (actor?.kind === 'link') return { actorId: actor.linkId, actorName: actor.name }
  if (actor?.kind === 'scenario' || actor?.kind === 'bridge')
    return { actorId: actor.id, actorName: actor.name }
  if (actor?.kind === 'sun') return { actorId: null, actorName: null }
  return { actorId: actor?.accountId ?? null, actorName: null }
}

/** What the entry of a late effect has of its command. */
const lateOf = (
  { at, origin, action, details: { isByHand }, actorId, actorName, roleId, roleName }: LateCommand,
  { details = {} }: ActivityEvent,
) => ({
  ...(origin === 'account' ? {} : { origin }),
  actorId,
  actorName,
  role: roleId === null ? null : { id: roleId, name: roleName ?? '' },
  details: {
    ...details,
    ...(isByHand === undefined ? {} : { isByHand }),
    late: { action, at: at.toISOString() },
  },
})

const MAINTENANCE: ReadonlySet<ActivityAction> = new Set([...MAINTENANCE_ACTIONS, 'upgrade_failed'])

/** The role by which an account did it. Changes by an owner are not part of any report. */
function byRole(
  actor: Actor | null,
  device: Guarded,
  action: ActivityAction,
  change: ActivityEvent['change'],
): Pick<ActivityRow, 'role' | 'change'> {
  const role =
    actor === null ? null : roleUsed(actor, MAINTENANCE.has(action) ? 'maintain' : 'command', device)
  if (role === null) return { role: null, change: null }
  return { role: { id: role.id, name: role.name }, change: change ?? null }
}

const resultOf = (end: ActivityEnd): ActivityResult =>
  end.ok !== false
    ? { status: end.ok === true ? 'success' : 'unconfirmed', ...end.reached }
    : {
        status: 'error',
        error: end.error,
        ...(end.detail === undefined ? {} : { error_detail: end.detail }),
        ...end.reached,
      }

/** Nothing is recorded for a device without a home. */
const UNRECORDED: ActivityLife = { acknowledged() {}, ended() {} }

/** Something that a device has accepted, or that was done on site. */
export interface SeenActivity {
  deviceId: string
  action: ActivityRow['action']
  /** Whether a person did it, and not a scenario or the sun by itself. */
  isByPerson: boolean
}

/** A command that failed after it was sent, or that nothing confirmed. */
export interface FailedActivity {
  deviceId: string
  action: ActivityRow['action']
  result: ActivityResult
}

/** The origins that are people. */
const BY_PEOPLE: ReadonlySet<ActivityOrigin> = new Set(['app', 'role', 'link', 'wall_switch'])

/** A command or maintenance by a role. */
export interface RoleUse {
  roleId: string
  accountId: string
  deviceId: string
  action: ActivityAction
  at: Date
}

/** Records what happens to the devices of a home. */
export function createRecorder({ store, writer, clock, leftOut }: RecorderOptions) {
  const refusals = createKeyedRate(REFUSALS)
  const bridgeRefusals = createKeyedWindow(BRIDGE_REFUSALS)
  const listeners = new Set<(seen: SeenActivity) => void>()
  const notify = ({ deviceId, origin, action, details }: ActivityRow & { deviceId: string }) => {
    const isByPerson = BY_PEOPLE.has(origin) || 'isByHand' in details
    for (const listener of listeners) listener({ deviceId, action, isByPerson })
  }
  const useListeners = new Set<(use: RoleUse) => void>()
  const countUse = ({
    role,
    actorId,
    deviceId,
    action,
    at,
  }: Pick<ActivityRow, 'role' | 'actorId' | 'deviceId' | 'action' | 'at'>) => {
    if (role === null || actorId === null) return
    for (const listener of useListeners)
      listener({ roleId: role.id, accountId: actorId, deviceId, action, at })
  }

  const failedListeners = new Set<(failed: FailedActivity) => void>()

  const entryOf = (
    actor: Actor | null,
    device: RecordedDevice & { ownerId: string },
    { action, details = {}, change }: ActivityEvent,
  ): ActivityRow & { deviceId: string } => ({
    at: clock.now(),
    deviceId: device.id,
    deviceName: device.name,
    accountId: device.ownerId,
    ...byOf(actor),
    origin: actor === null ? 'wall_switch' : originOf(actor, device),
    action,
    details: {
      ...details,
      ...(isByHand(actor) ? { isByHand: true } : {}),
      ...(actor?.kind === 'bridge' ? { bridge: { kind: actor.bridgeKind, via: actor.via } } : {}),
    },
    result: null,
    ...byRole(actor, device, action, change),
    key: randomUUID(),
    keep: kindOf(device.type).family === 'door' ? 'door' : 'home',
  })

  /** Updates the row with each step, or once if the steps follow each other closely. */
  const lifeOf = (entry: ActivityRow & { deviceId: string }): ActivityLife => {
    let hasEnded = false
    let isTaken = false
    const taken = () => {
      if (!isTaken) notify(entry)
      isTaken = true
    }
    return {
      acknowledged() {
        taken()
        if (!hasEnded) writer.put({ ...entry, result: { status: 'acknowledged' } })
      },
      ended(end) {
        hasEnded = true
        if (end.ok !== false) taken()
        const durationMs = clock.now().getTime() - entry.at.getTime()
        if (end.ok !== true)
          for (const listener of failedListeners)
            listener({ deviceId: entry.deviceId, action: entry.action, result: resultOf(end) })
        writer.put({ ...entry, result: { ...resultOf(end), durationMs, ...(isTaken ? { isTaken } : {}) } })
      },
    }
  }

  /** Written behind, a moment later. */
  const record = (actor: Actor, device: RecordedDevice, event: ActivityEvent): ActivityLife => {
    const { ownerId } = device
    if (ownerId === null) return UNRECORDED
    const entry = entryOf(actor, { ...device, ownerId }, event)
    writer.put(entry)
    countUse(entry)
    return lifeOf(entry)
  }

  return {
    record,

    /** Resolves when the entry is committed. Only then may the command be sent. */
    async recordUnlock(
      actor: Actor,
      device: RecordedDevice,
      details: ActivityDetails,
    ): Promise<ActivityLife> {
      const { ownerId } = device
      if (ownerId === null || !can(actor, 'command', device))
        throw new ApiError('insufficient_permission', { deviceId: device.id })
      const entry = entryOf(actor, { ...device, ownerId }, { action: 'unlock', details })
      await store.write([entry])
      countUse(entry)
      return lifeOf(entry)
    },

    /** The same for hardware that is in no device, tried by its owner. */
    async recordEntityUnlock(
      { accountId }: AccountActor,
      entity: { id: string; name: string },
      details: ActivityDetails,
    ): Promise<ActivityLife> {
      const entry = {
        at: clock.now(),
        deviceId: entity.id,
        deviceName: entity.name,
        accountId,
        actorId: accountId,
        actorName: null,
        origin: 'app' as const,
        action: 'unlock' as const,
        details: { ...details, entity },
        result: null,
        role: null,
        change: null,
        key: randomUUID(),
        keep: 'door' as const,
      }
      await store.write([entry])
      return lifeOf(entry)
    },

    /** Records what happened between a bridge and an ecosystem, in the given transaction. */
    async recordBridge(
      queries: Queries,
      { id, accountId, name, kind }: { id: string; accountId: string; name: string; kind: BridgeKind },
      { action, via }: { action: (typeof BRIDGE_ACTIONS)[number]; via: string },
    ): Promise<void> {
      const entry = {
        at: clock.now(),
        deviceId: id,
        deviceName: name,
        accountId,
        actorId: id,
        actorName: name,
        origin: 'bridge' as const,
        action,
        details: { bridge: { kind, via } },
        result: null,
        role: null,
        change: null,
        key: randomUUID(),
        keep: 'home' as const,
      }
      await store.write([entry], queries)
    },

    /** Resolves when the entry is committed. For actions that must not happen without an entry. */
    async recordSafely(actor: Actor, device: RecordedDevice, event: ActivityEvent): Promise<void> {
      const { ownerId } = device
      if (ownerId !== null) await store.write([entryOf(actor, { ...device, ownerId }, event)])
    },

    /** Records several devices, in the transaction of the action. */
    async recordIn(
      queries: Queries,
      all: readonly { actor: Actor; device: RecordedDevice; event: ActivityEvent }[],
    ): Promise<void> {
      const entries = all.flatMap(({ actor, device, event }) => {
        const { ownerId } = device
        return ownerId === null ? [] : [entryOf(actor, { ...device, ownerId }, event)]
      })
      await store.write(entries, queries)
    },

    /** Records something about devices that they did not do themselves, in the given transaction. */
    async recordEventsIn(
      queries: Queries,
      all: readonly { device: RecordedDevice; event: ActivityEvent }[],
    ): Promise<void> {
      const entries = all.flatMap(({ device, event }) => {
        const { ownerId } = device
        if (ownerId === null) return []
        return [{ ...entryOf(null, { ...device, ownerId }, event), origin: 'device' as const }]
      })
      await store.write(entries, queries)
    },

    /**
     * Records a command that was refused before it was sent, for example because of a wrong PIN. The rate is limited for each
     * device, and for bridges for each device of one.
     */
    recordRefused(
      actor: Actor,
      device: RecordedDevice,
      { action, details = {} }: ActivityEvent,
      refusal: { error: ErrorCode; detail?: ResultDetail },
    ) {
      const nowMs = clock.now().getTime()
      const before =
        actor.kind === 'bridge'
          ? bridgeRefusals.take(`${actor.id} ${device.id}`, nowMs)
          : refusals.take(device.id, nowMs)
      if (before === null) return leftOut()
      const notified = before === 0 ? details : { ...details, leftOut: before }
      const { ownerId } = device
      if (ownerId === null) return
      const entry = entryOf(actor, { ...device, ownerId }, { action, details: notified })
      writer.put({ ...entry, result: { ...resultOf({ ok: false, ...refusal }), durationMs: 0 } })
      countUse(entry)
    },

    /**
     * Records what a device did without a command, at a past time. The late effect of a command has the origin of the command and
     * names it.
     */
    recordLocal(
      device: RecordedDevice,
      seen: ActivityEvent & { origin: ActivityOrigin; at: Date },
      late: LateCommand | null = null,
    ) {
      const { ownerId } = device
      if (ownerId === null) return
      const { origin, at } = seen
      const entry = {
        ...entryOf(null, { ...device, ownerId }, seen),
        origin,
        at,
        ...(late === null ? {} : lateOf(late, seen)),
      }
      writer.put(entry)
      notify(entry)
    },

    /** Reports that somebody has started an action that is recorded when it ends. */
    used(actor: Actor, device: RecordedDevice, action: ActivityAction) {
      const { role } = byRole(actor, device, action, undefined)
      countUse({ role, actorId: byOf(actor).actorId, deviceId: device.id, action, at: clock.now() })
    },

    /** Calls the listener with each use of a role on this instance. */
    onRoleUsed(listener: (use: RoleUse) => void): () => void {
      useListeners.add(listener)
      return () => useListeners.delete(listener)
    },

    /** Calls the listener with each command that failed after it was sent, or that nothing confirmed, on this instance. */
    onFailed(listener: (failed: FailedActivity) => void): () => void {
      failedListeners.add(listener)
      return () => failedListeners.delete(listener)
    },

    /** Calls the listener with each action that devices have accepted or that was done on site, on this instance. */
    onActivity(listener: (seen: SeenActivity) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
