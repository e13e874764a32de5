import { SECURITY_EVENTS, type SecurityEventKind } from '@senca/contract'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { DrizzleDatabase } from '#platform/database.ts'
import { activity } from './activity.schema.ts'

type Details = Record<string, string | number | null>

export interface ActivityEntry {
  at: Date
  deviceId: string | null
  accountId: string
  action: 'unlock' | SecurityEventKind
  details: Details
}

/** What is kept with an event of an account's trail. */
export interface TrailDetails {
  address: string | null
  userAgent: string | null
  detail: string | null
}

export interface TrailEntry extends TrailDetails {
  id: number
  kind: SecurityEventKind
  at: Date
}

const trailDetailsSchema = z.object({
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  detail: z.nullable(z.string()),
})
const kindSchema = z.enum(SECURITY_EVENTS)

export function createActivityStore(db: DrizzleDatabase) {
  return {
    async insert(entry: ActivityEntry): Promise<void> {
      await db.insert(activity).values({ ...entry, origin: 'account' })
    },
    /** The account's own trail, newest first, from before an entry. */
    async listTrail(accountId: string, beforeId: number | null, count: number): Promise<TrailEntry[]> {
      const rows = await db
        .select()
        .from(activity)
        .where(
          and(
            eq(activity.accountId, accountId),
            inArray(activity.action, [...SECURITY_EVENTS]),
            beforeId === null ? undefined : lt(activity.id, beforeId),
          ),
        )
        .orderBy(desc(activity.id))
        .limit(count)
      return rows.map(({ id, at, action, details }) => ({
        id,
        at,
        kind: kindSchema.parse(action),
        ...trailDetailsSchema.parse(details),
      }))
    },
    /** Forgets what is older in the trails of all accounts. */
    async deleteTrailBefore(at: Date): Promise<void> {
      await db
        .delete(activity)
        .where(and(lt(activity.at, at), inArray(activity.action, [...SECURITY_EVENTS])))
    },
  }
}

export type ActivityStore = ReturnType<typeof createActivityStore>
