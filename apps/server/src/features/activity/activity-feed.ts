import {
  ACTIVITY_ACTIONS,
  ACTIVITY_ORIGINS,
  type ActivityAction,
  type ActivityEntry,
  type ActivityOrigin,
  type ActivityResult,
  ASKED_ACTIONS,
  activityBridgeSchema,
  activityDetailsSchema,
  activityResultSchema,
  BRIDGE_ACTIONS,
} from '@senca/contract/activity'
import * as z from 'zod/mini'
import type { AccountActor, BridgeActor, CallActor, Verb } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import type { ActivityScope, ActivityStore, StoredRow } from './activity.store.ts'

const PAGE_LENGTH = 50
const EXPORT_PAGE_LENGTH = 500

type FoundDevice = { ok: true; device: { name: string; ownerId: string | null } } | { ok: false }

export interface ActivityFeedOptions {
  store: Pick<ActivityStore, 'list' | 'lastNames' | 'lastRefused'>
  devices: {
    findAll(actor: CallActor, verb: Verb, ids: readonly string[]): Promise<Map<string, FoundDevice>>
  }
  /** Returns id → e-mail for the accounts that exist. */
  findEmails(ids: readonly string[]): Promise<Map<string, string>>
  /** Returns the actor with its current roles. */
  renew(actor: AccountActor): Promise<AccountActor>
  /** Resolves when the recent activity of a home on this instance can be read. */
  settle(accountId: string): Promise<void>
}

interface Asked {
  devicetoken?: string | undefined
  before?: string | undefined
}

const ASKED: ReadonlySet<ActivityAction> = new Set(ASKED_ACTIONS)

/** What this version knows of a row. A newer version may write other actions, origins and details. */
const knownSchema = z.object({
  action: z.enum(ACTIVITY_ACTIONS),
  origin: z.enum(ACTIVITY_ORIGINS),
  details: z.extend(activityDetailsSchema, {
    bridge: z.optional(z.omit(activityBridgeSchema, { id: true })),
  }),
  result: z.nullable(activityResultSchema),
})

/** The progress of a command; null for an action that is complete at once. */
const resultOf = (action: ActivityAction, stored: ActivityResult | null): ActivityResult | null =>
  ASKED.has(action) ? (stored ?? { status: 'sent' }) : null

/** E-mail addresses of other people are shown only to the owner, and to bridges that may read who has access. */
const maySeeWho = (actor: CallActor, row: StoredRow): boolean =>
  isAnonymousTo(actor) ? false : row.accountId === actor.accountId || row.actorId === actor.accountId

/** Whether people, links and bridges have no names for this actor [BR52]. */
const isAnonymousTo = (actor: CallActor): boolean =>
  actor.kind === 'bridge' && !actor.scopes.includes('access:read')

/** Who acted, for those who may not know more. */
const ANONYMOUS: Partial<Record<ActivityOrigin, string>> = {
  app: 'a person',
  role: 'a person',
  link: 'a link',
  bridge: 'a link',
}

/** An entry for those who may not know who acted. */
const anonymous = ({
  details: { email: _ofAPerson, isByHand: _byAPerson, ...details },
  bridge: _named,
  ...entry
}: ActivityEntry): ActivityEntry => ({
  ...entry,
  by: ANONYMOUS[entry.origin] ?? entry.by,
  role: null,
  details,
})

const OF_BRIDGES: ReadonlySet<string> = new Set(BRIDGE_ACTIONS)
const isOfBridge = (action: string): boolean => OF_BRIDGES.has(action)

/** A bridge sees its devices alone. */
const grantedTo = ({ ownerId, grants }: BridgeActor): ActivityScope['shared'] =>
  [...grants.keys()].map((deviceId) => ({ ownerId, deviceId, since: new Date(0) }))

/** The devices that others share with an account now, with the time since when. */
function sharedWith(actor: CallActor): ActivityScope['shared'] {
  if (actor.kind === 'bridge') return grantedTo(actor)
  const { received = [] } = actor
  const byDevice = new Map<string, { ownerId: string; deviceId: string; since: Date }>()
  for (const { isActive, ownerId, devices, since } of received) {
    if (!isActive) continue
    for (const [deviceId, added] of devices) {
      const from = added > since ? added : since
      const known = byDevice.get(deviceId)
      if (known === undefined || from < known.since)
        byDevice.set(deviceId, { ownerId, deviceId, since: from })
    }
  }
  return [...byDevice.values()]
}

/** The activity log of a home, for those who may see it. */
export function createActivityFeed({ store, devices, findEmails, renew, settle }: ActivityFeedOptions) {
  const loadNames = async (actor: CallActor, accountId: string, ids: readonly string[]) => {
    const found = await devices.findAll(actor, 'view', ids)
    const nameById = new Map<string, string>()
    for (const [id, result] of found) if (result.ok) nameById.set(id, result.device.name)
    const gone = ids.filter((id) => !nameById.has(id))
    return new Map([...(await store.lastNames(accountId, gone)), ...nameById])
  }

  /** The entries of rows. Rows that only a newer version understands are left out. */
  const complete = async (actor: CallActor, rows: readonly StoredRow[]) => {
    const { accountId } = actor
    const distinct = (ids: (string | null)[]) => [...new Set(ids)].filter((id) => id !== null)
    const [names, emails] = await Promise.all([
      loadNames(actor, accountId, distinct(rows.map(({ deviceId }) => deviceId))),
      findEmails(distinct(rows.map((row) => (maySeeWho(actor, row) ? row.actorId : null)))),
    ])
    return rows.flatMap((row): ActivityEntry[] => {
      const known = knownSchema.safeParse(row).data
      if (known === undefined) return []
      const {
        action,
        origin,
        details: { bridge, askedBy, ...details },
        result,
      } = known
      const { entity } = details
      const deviceId = row.deviceId ?? ''
      const entry: ActivityEntry = {
        id: String(row.id),
        at: row.at.toISOString(),
        deviceId: entity === undefined && !isOfBridge(action) ? deviceId : null,
        deviceName: entity?.name ?? names.get(deviceId) ?? '',
        origin,
        by: row.actorName ?? emails.get(maySeeWho(actor, row) ? (row.actorId ?? '') : '') ?? null,
        ...(bridge === undefined || row.actorId === null ? {} : { bridge: { id: row.actorId, ...bridge } }),
        role: row.roleId === null ? null : { id: row.roleId, name: row.roleName ?? '' },
        ...(askedBy === undefined ? {} : { askedBy }),
        action,
        details,
        result: resultOf(action, result),
      }
      return isAnonymousTo(actor) ? [anonymous(entry)] : [entry]
    })
  }

  /**
   * What an actor may see: everything in its own home, and for shared devices everything since they are shared. Throws
   * `device_not_exist`.
   */
  const scopeOf = async (actor: CallActor, deviceId: string | undefined): Promise<ActivityScope> => {
    if (deviceId === undefined)
      return {
        own: actor.kind === 'bridge' ? null : { accountId: actor.accountId, deviceId: null },
        shared: sharedWith(actor),
      }
    const found = (await devices.findAll(actor, 'view', [deviceId])).get(deviceId)
    const ownerId = found?.ok === true ? found.device.ownerId : null
    if (ownerId === null) throw new ApiError('device_not_exist', { deviceId })
    if (ownerId === actor.accountId && actor.kind !== 'bridge')
      return { own: { accountId: ownerId, deviceId }, shared: [] }
    return { own: null, shared: sharedWith(actor).filter((shared) => shared.deviceId === deviceId) }
  }

  /** What an actor may see now; an empty scope if it may no longer see the device. */
  const seenNow = async (actor: AccountActor, deviceId: string | undefined) => {
    const renewed = await renew(actor)
    try {
      return { actor: renewed, scope: await scopeOf(renewed, deviceId) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { actor: renewed, scope: { own: null, shared: [] } }
    }
  }

  const settleAll = async ({ own, shared }: ActivityScope): Promise<void> => {
    const homes = new Set([...(own === null ? [] : [own.accountId]), ...shared.map(({ ownerId }) => ownerId)])
    for (const home of homes) await settle(home)
  }

  const page = async (actor: CallActor, scope: ActivityScope, before: string | undefined, length: number) => {
    let beforeId = before === undefined ? null : Number(before)
    for (;;) {
      const rows = await store.list(scope, { beforeId, count: length + 1 })
      const shown = rows.slice(0, length)
      const entries = await complete(actor, shown)
      const more = rows.length > length
      // The next page begins after the last entry, so a page with further ones behind it is never empty.
      if (entries.length > 0 || !more) return { entries, more }
      beforeId = shown.at(-1)?.id ?? beforeId
    }
  }

  return {
    /**
     * A page of 50 entries, newest first: of one device, or of the actor's home (including former devices) and of shared devices.
     * `before` is the id of the last known entry. Throws `device_not_exist`.
     */
    async list(actor: CallActor, asked: Asked): Promise<{ entries: ActivityEntry[]; more: boolean }> {
      const scope = await scopeOf(actor, asked.devicetoken)
      await settleAll(scope)
      return page(actor, scope, asked.before, PAGE_LENGTH)
    },

    /**
     * The last command of a device that was refused or failed; null if there is none. A bridge that may not read the activity gets
     * what it asked itself. Throws `device_not_exist`.
     */
    async lastRefused(bridge: BridgeActor, deviceId: string): Promise<ActivityEntry | null> {
      await scopeOf(bridge, deviceId)
      await settle(bridge.ownerId)
      const actorId = bridge.scopes.includes('activity:read') ? null : bridge.id
      const row = await store.lastRefused(bridge.ownerId, { deviceId, actorId })
      return row === null ? null : ((await complete(bridge, [row]))[0] ?? null)
    },

    /**
     * All entries, page by page, newest first. Throws `device_not_exist` before the first page. Rights are read again before each
     * further page: an export ends with the role that allows it.
     */
    async pages(
      actor: AccountActor,
      devicetoken: string | undefined,
    ): Promise<AsyncGenerator<ActivityEntry[]>> {
      const scope = await scopeOf(actor, devicetoken)
      await settleAll(scope)
      return (async function* () {
        let before: string | undefined
        for (let now = { actor, scope }; ; now = await seenNow(actor, devicetoken)) {
          const { entries, more } = await page(now.actor, now.scope, before, EXPORT_PAGE_LENGTH)
          if (entries.length > 0) yield entries
          before = entries.at(-1)?.id ?? before
          if (!more) return
        }
      })()
    },
  }
}

export type ActivityFeed = ReturnType<typeof createActivityFeed>
