import { asc } from 'drizzle-orm'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'
import { demoDevices } from './demo.schema.ts'

export function createDemoStore(db: DrizzleDatabase) {
  return {
    async list(): Promise<{ place: number; deviceId: string }[]> {
      return db.select().from(demoDevices).orderBy(asc(demoDevices.place))
    },
    async insert(place: number, deviceId: string): Promise<void> {
      await db.insert(demoDevices).values({ place, deviceId })
    },
  }
}

export type DemoStore = ReturnType<typeof createDemoStore>
