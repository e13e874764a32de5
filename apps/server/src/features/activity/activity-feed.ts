import {
  ACTIVITY_ACTIONS,
  ACTIVITY_ORIGINS,
  type ActivityAction,
  type ActivityEntry,
  type ActivityResult,
  ASKED_ACTIONS,
  activityDetailsSchema,
  activityResultSchema,
} from '@senca/contract/activity'
import * as z from 'zod/mini'
import type { AccountActor, Verb } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import type { ActivityStore, StoredRow } from './activity.store.ts'

const PAGE_LENGTH = 50
const EXPORT_PAGE_LENGTH = 500

type FoundDevice = { ok: true; device: { name: string; ownerId: string | null } } | { ok: false }

export interface ActivityFeedOptions {
  store: Pick<ActivityStore, 'listHome' | 'lastNames'>
  devices: {
    findAll(actor: AccountActor, verb: Verb, ids: readonly string[]): Promise<Map<string, FoundDevice>>
  }
  /** Id → e-mail of those accounts that there are. */
  findEmails(ids: readonly string[]): Promise<Map<string, string>>
  /** Resolves once what has happened here in a home can be read. */
  settle(accountId: string): Promise<void>
}

interface Asked {
  devicetoken?: string | undefined
  before?: string | undefined
}

const ASKED: ReadonlySet<ActivityAction> = new Set(ASKED_ACTIONS)

const originSchema = z.enum(ACTIVITY_ORIGINS)
const actionSchema = z.enum(ACTIVITY_ACTIONS)

/** How far a command has come; null for what is done at once. */
function resultOf(action: ActivityAction, stored: unknown): ActivityResult | null {
  if (!ASKED.has(action)) return null
  return stored === null ? { status: 'sent' } : activityResultSchema.parse(stored)
}

/** What has happened in a home, for those who may see it. */
export function createActivityFeed({ store, devices, findEmails, settle }: ActivityFeedOptions) {
  const loadNames = async (actor: AccountActor, accountId: string, ids: readonly string[]) => {
    const found = await devices.findAll(actor, 'view', ids)
    const nameById = new Map<string, string>()
    for (const [id, result] of found) if (result.ok) nameById.set(id, result.device.name)
    const gone = ids.filter((id) => !nameById.has(id))
    return new Map([...(await store.lastNames(accountId, gone)), ...nameById])
  }

  const complete = async (actor: AccountActor, accountId: string, rows: readonly StoredRow[]) => {
    const distinct = (ids: (string | null)[]) => [...new Set(ids)].filter((id) => id !== null)
    const [names, emails] = await Promise.all([
      loadNames(actor, accountId, distinct(rows.map(({ deviceId }) => deviceId))),
      findEmails(distinct(rows.map(({ actorId }) => actorId))),
    ])
    return rows.map((row): ActivityEntry => {
      const action = actionSchema.parse(row.action)
      const deviceId = row.deviceId ?? ''
      return {
        id: String(row.id),
        at: row.at.toISOString(),
        deviceId,
        deviceName: names.get(deviceId) ?? '',
        origin: originSchema.parse(row.origin),
        by: row.actorName ?? (row.actorId === null ? null : (emails.get(row.actorId) ?? null)),
        action,
        details: activityDetailsSchema.parse(row.details),
        result: resultOf(action, row.result),
      }
    })
  }

  /** In whose home to look; of a device, that of its owner. Throws `device_not_exist`. */
  const homeOf = async (actor: AccountActor, deviceId: string | undefined): Promise<string> => {
    if (deviceId === undefined) return actor.accountId
    const found = (await devices.findAll(actor, 'view', [deviceId])).get(deviceId)
    const ownerId = found?.ok === true ? found.device.ownerId : null
    if (ownerId === null) throw new ApiError('device_not_exist', { deviceId })
    return ownerId
  }

  const page = async (
    actor: AccountActor,
    accountId: string,
    { devicetoken, before }: Asked,
    length: number,
  ) => {
    const rows = await store.listHome({
      accountId,
      deviceId: devicetoken ?? null,
      beforeId: before === undefined ? null : Number(before),
      count: length + 1,
    })
    const entries = await complete(actor, accountId, rows.slice(0, length))
    return { entries, more: rows.length > length }
  }

  return {
    /**
     * A page of 50, newest first: of one device, or of the actor's home with what has left it. `before` is the id of the
     * last entry that is known. Throws `device_not_exist`.
     */
    async list(actor: AccountActor, asked: Asked): Promise<{ entries: ActivityEntry[]; more: boolean }> {
      const accountId = await homeOf(actor, asked.devicetoken)
      await settle(accountId)
      return page(actor, accountId, asked, PAGE_LENGTH)
    },

    /** All of it, page by page, newest first. Throws `device_not_exist` before the first page. */
    async pages(
      actor: AccountActor,
      devicetoken: string | undefined,
    ): Promise<AsyncGenerator<ActivityEntry[]>> {
      const accountId = await homeOf(actor, devicetoken)
      await settle(accountId)
      return (async function* () {
        let before: string | undefined
        for (;;) {
          const { entries, more } = await page(actor, accountId, { devicetoken, before }, EXPORT_PAGE_LENGTH)
          if (entries.length > 0) yield entries
          before = entries.at(-1)?.id
          if (!more) return
        }
      })()
    },
  }
}

export type ActivityFeed = ReturnType<typeof createActivityFeed>
