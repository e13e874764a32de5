import type { ReportedHealth } from '@senca/contract'
import { HEALTH_SIGNS } from '@senca/contract/health'
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { devices } from '#features/devices/devices.schema.ts'

/** The last health report of a device, and the signs of faults that its home was notified of. */
export const deviceHealth = pgTable('device_health', {
  deviceId: text('device_id')
    .primaryKey()
    .references(() => devices.id, { onDelete: 'cascade' }),
  said: jsonb().$type<ReportedHealth>(),
  reportedAt: timestamp('said_at', { withTimezone: true }),
  notifiedSigns: text('told_signs', { enum: HEALTH_SIGNS }).array().notNull().default([]),
})

/** The counters of a device for a UTC day; a day without events has no row. */
export const deviceHealthDays = pgTable(
  'device_health_days',
  {
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    restarts: integer().notNull(),
    drops: integer().notNull(),
    answers: integer().notNull(),
    /** The sum over all answers. */
    answerMs: bigint('answer_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.day] }),
    index('device_health_days_day').on(table.day),
  ],
)
