import type { Target } from '@senca/contract'
import { boolean, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { devices } from '#features/devices/devices.schema.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** One row for each device that follows the sun: when it is checked next, and its stored state. */
export const sunChecks = pgTable(
  'sun_looks',
  {
    deviceId: text('device_id')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    dueAt: moment('look_at').notNull(),
    /** The position wanted by the sun when the device was last moved; null while nothing is wanted. */
    base: jsonb().$type<Target>(),
    movedAt: moment('moved_at'),
    /** Whether it was warmer outside than the settings allow; null if unknown. */
    isHot: boolean('is_hot'),
  },
  (table) => [index('sun_looks_look_at').on(table.dueAt)],
)
