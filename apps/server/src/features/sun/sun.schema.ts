import type { Target } from '@senca/contract'
import { boolean, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { devices } from '#features/devices/devices.schema.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** One row for each device that follows the sun: when it is looked at next, and what is remembered of it. */
export const sunLooks = pgTable(
  'sun_looks',
  {
    deviceId: text('device_id')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    lookAt: moment('look_at').notNull(),
    /** Where the sun wanted it when it was last moved; null while the sun asks nothing of it. */
    base: jsonb().$type<Target>(),
    movedAt: moment('moved_at'),
    /** Whether it was warmer outside than its settings allow; null where nobody knew. */
    isHot: boolean('is_hot'),
  },
  (table) => [index('sun_looks_look_at').on(table.lookAt)],
)
