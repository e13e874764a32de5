import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { devices } from '#features/devices/devices.schema.ts'

/** The devices of the demo home, in the order of its plan. */
export const demoDevices = pgTable('demo_devices', {
  place: integer().primaryKey(),
  deviceId: text('device_id')
    .notNull()
    .references(() => devices.id, { onDelete: 'cascade' }),
})
