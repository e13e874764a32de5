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
    /** The owner of its devices if they are shared with the author; null if they are the author's own. */
    managerId: uuid('manager_id').references(() => accounts.id, { onDelete: 'set null' }),
    name: text().notNull(),
    /** The name in the form used for comparison, without case. */
    nameKey: text('name_key').notNull(),
    enabled: boolean().notNull(),
    triggers: jsonb().$type<ScenarioTrigger[]>().notNull(),
    actions: jsonb().$type<ScenarioAction[]>().notNull(),
    catchUp: text('catch_up', { enum: CATCH_UPS }).notNull(),
    /** Scenarios are listed by ascending place. If several are due at once, the one with the highest place is the newest. */
    place: integer().notNull(),
    /** When it is due next, even if that time is skipped; null if never. */
    nextAt: moment('next_at'),
    /** When it last fired without being skipped. */
    lastRunAt: moment('last_run_at'),
    lastOutcome: text('last_outcome', { enum: FIRING_OUTCOMES }),
  },
  (table) => [
    uniqueIndex('scenarios_account_id_name_key').on(table.accountId, table.nameKey),
    // In the order of claiming, so that a few of thousands of due rows can be read.
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

/** Firings that a person has skipped, each by its due time at that moment. It stands for its day. */
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
    /** The actions of the scenario at that time. */
    actions: jsonb().$type<ScenarioAction[]>().notNull(),
    /** Null until all devices are done. */
    outcome: text({ enum: FIRING_OUTCOMES }),
  },
  (table) => [
    uniqueIndex('scenario_firings_scenario_id_due_at').on(table.scenarioId, table.dueAt),
    index('scenario_firings_scenario_id_at').on(table.scenarioId, table.at),
  ],
)

export const DEVICE_STEPS = ['waiting', 'sending', 'done', 'failed', 'skipped'] as const

/** The progress of each device in a firing: waiting, sending, and then its outcome. */
export const scenarioFiringDevices = pgTable(
  'scenario_firing_devices',
  {
    firingId: uuid('firing_id')
      .notNull()
      .references(() => scenarioFirings.id, { onDelete: 'cascade' }),
    deviceId: text('device_id').notNull(),
    step: text({ enum: DEVICE_STEPS }).notNull(),
    /** When it is skipped if it still waits; null for never. */
    expiresAt: moment('expires_at'),
    /** When its commands were sent. */
    sentAt: moment('sent_at'),
    result: jsonb().$type<CommandResult>(),
  },
  (table) => [
    primaryKey({ columns: [table.firingId, table.deviceId] }),
    index('scenario_firing_devices_open').on(table.deviceId).where(sql`step in ('waiting', 'sending')`),
  ],
)
