import type { CommandResult } from '@senca/contract'
import {
  CATCH_UPS,
  FIRING_OUTCOMES,
  type FiringReason,
  type ScenarioAction,
  type ScenarioTrigger,
} from '@senca/contract/automation'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { devices } from '#features/devices/devices.schema.ts'
import { groups } from '#features/groups/groups.schema.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const scenarios = pgTable(
  'scenarios',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The account that owns its devices, where they are lent to its maker; null where they are the maker's own. */
    managerId: uuid('manager_id').references(() => accounts.id, { onDelete: 'set null' }),
    name: text().notNull(),
    /** The name as it is compared: without case. */
    nameKey: text('name_key').notNull(),
    enabled: boolean().notNull(),
    triggers: jsonb().$type<ScenarioTrigger[]>().notNull(),
    actions: jsonb().$type<ScenarioAction[]>().notNull(),
    catchUp: text('catch_up', { enum: CATCH_UPS }).notNull(),
    /** Scenarios are listed by rising places; the newest of several due at once is the one with the highest. */
    place: integer().notNull(),
    /** When it is due next, skipped or not; null while nothing is due. */
    nextAt: moment('next_at'),
    /** The newest firing that was not skipped. */
    lastRunAt: moment('last_run_at'),
    lastOutcome: text('last_outcome', { enum: FIRING_OUTCOMES }),
  },
  (table) => [
    uniqueIndex('scenarios_account_id_name_key').on(table.accountId, table.nameKey),
    // In the order in which they are claimed: of thousands that are due a few are read at a time.
    index('scenarios_next_at_place').on(table.nextAt, table.place.desc().nullsFirst()),
    index('scenarios_manager_id').on(table.managerId),
  ],
)

const scenarioId = () =>
  uuid('scenario_id')
    .notNull()
    .references(() => scenarios.id, { onDelete: 'cascade' })

export const scenarioTargets = pgTable(
  'scenario_targets',
  {
    scenarioId: scenarioId(),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scenarioId, table.deviceId] }),
    index('scenario_targets_device_id').on(table.deviceId),
  ],
)

export const scenarioGroups = pgTable(
  'scenario_groups',
  {
    scenarioId: scenarioId(),
    groupId: uuid('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scenarioId, table.groupId] }),
    index('scenario_groups_group_id').on(table.groupId),
  ],
)

/** Firings that a person does not want, by when they are due. */
export const scenarioSkips = pgTable(
  'scenario_skips',
  { scenarioId: scenarioId(), dueAt: moment('due_at').notNull() },
  (table) => [primaryKey({ columns: [table.scenarioId, table.dueAt] })],
)

/** One row for each time that a scenario was due or was run by hand. */
export const scenarioFirings = pgTable(
  'scenario_firings',
  {
    id: uuid().primaryKey(),
    scenarioId: scenarioId(),
    /** Null for a run by hand. */
    dueAt: moment('due_at'),
    at: moment('at').notNull(),
    reason: jsonb().$type<FiringReason>().notNull(),
    /** What the scenario did then. */
    actions: jsonb().$type<ScenarioAction[]>().notNull(),
    /** Null until all devices are decided about. */
    outcome: text({ enum: FIRING_OUTCOMES }),
  },
  (table) => [
    uniqueIndex('scenario_firings_scenario_id_due_at').on(table.scenarioId, table.dueAt),
    index('scenario_firings_scenario_id_at').on(table.scenarioId, table.at),
  ],
)

export const DEVICE_STEPS = ['waiting', 'sending', 'done', 'failed', 'skipped'] as const
export type DeviceStep = (typeof DEVICE_STEPS)[number]

/** What becomes of each device in a firing: it waits, its commands leave, it is decided about. */
export const scenarioFiringDevices = pgTable(
  'scenario_firing_devices',
  {
    firingId: uuid('firing_id')
      .notNull()
      .references(() => scenarioFirings.id, { onDelete: 'cascade' }),
    deviceId: text('device_id').notNull(),
    step: text({ enum: DEVICE_STEPS }).notNull(),
    /** From when it is skipped if it still waits; null for never. */
    expiresAt: moment('expires_at'),
    /** When its commands left. */
    sentAt: moment('sent_at'),
    result: jsonb().$type<CommandResult>(),
  },
  (table) => [
    primaryKey({ columns: [table.firingId, table.deviceId] }),
    index('scenario_firing_devices_open').on(table.deviceId).where(sql`step in ('waiting', 'sending')`),
  ],
)
