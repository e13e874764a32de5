import { ALARM_SOURCES } from '@senca/contract/automation'
import { index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { devices } from '#features/devices/devices.schema.ts'
import { scenarios } from '#features/scenarios/scenarios.schema.ts'
import type { WatchState } from './watch-state.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' })

/** One row for each enabled scenario of weather or security: the state of its triggers, and whether it is active. */
export const safetyWatches = pgTable(
  'safety_watches',
  {
    scenarioId: uuid('scenario_id')
      .primaryKey()
      .references(() => scenarios.id, { onDelete: 'cascade' }),
    accountId: accountId(),
    /** The sources of its values in order of precedence. For a trigger with its own place, the place. */
    sources: text().array().notNull(),
    /** When the scenario is evaluated next; null if only after a change. */
    dueAt: moment('look_at'),
    state: jsonb().$type<WatchState>().notNull(),
    /** Null while it is not active. */
    activeSince: moment('active_since'),
    /** The firing that moves its devices while it is active. */
    firingId: uuid('firing_id'),
    /** The last e-mail to the owner since the scenario became active; null for none. */
    notified: text('told', { enum: ['moved', 'silent'] }),
  },
  (table) => [
    index('safety_watches_look_at').on(table.dueAt),
    index('safety_watches_account_id').on(table.accountId),
    index('safety_watches_sources').using('gin', table.sources),
  ],
)

/** Devices that the weather may not move for a while. */
export const weatherPauses = pgTable(
  'weather_pauses',
  {
    deviceId: text('device_id')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    until: moment('until').notNull(),
  },
  (table) => [index('weather_pauses_until').on(table.until)],
)

/** The active alarms of homes. */
export const alarms = pgTable(
  'alarms',
  {
    accountId: accountId(),
    source: text({ enum: ALARM_SOURCES }).notNull(),
    /**
     * Who raised it: `owner`, `warning` of a national service, or `door` for a forced door. Each origin ends only its own alarms.
     */
    origin: text().notNull().default('owner'),
    since: moment('since').notNull(),
    /** When it ends by itself; null for one day after its start. */
    endsAt: moment('ends_at'),
    reason: text(),
    /** The forced door, if there is one. */
    deviceId: text('device_id').references(() => devices.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.source, table.origin] }),
    index('alarms_origin').on(table.origin),
  ],
)
