import type { DrizzleDatabase } from '#platform/database.ts'
import { activity } from './activity.schema.ts'

export interface ActivityEntry {
  at: Date
  deviceId: string
  accountId: string
  action: 'unlock'
  details: Record<string, string | number | null>
}

export function createActivityStore(db: DrizzleDatabase) {
  return {
    async insert(entry: ActivityEntry): Promise<void> {
      await db.insert(activity).values({ ...entry, origin: 'account' })
    },
  }
}
