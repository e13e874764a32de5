import { MOMENT_ACTS } from '@senca/contract/automation'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { scenarios } from '#features/scenarios/scenarios.schema.ts'

export const moments = pgTable(
  'moments',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The name in the form used for comparison, without case. */
    nameKey: text('name_key').notNull(),
    /** Moments are listed by ascending place, in the order of making. */
    place: integer().notNull(),
  },
  (table) => [uniqueIndex('moments_account_id_name_key').on(table.accountId, table.nameKey)],
)

/** The steps of moments: each a scenario or an act. */
export const momentSteps = pgTable(
  'moment_steps',
  {
    momentId: uuid('moment_id')
      .notNull()
      .references(() => moments.id, { onDelete: 'cascade' }),
    /** Steps start by ascending place; there may be gaps. */
    place: integer().notNull(),
    scenarioId: uuid('scenario_id').references(() => scenarios.id, { onDelete: 'cascade' }),
    act: text({ enum: MOMENT_ACTS }),
  },
  (table) => [
    primaryKey({ columns: [table.momentId, table.place] }),
    index('moment_steps_scenario_id').on(table.scenarioId),
    check('moment_steps_one_kind', sql`num_nonnulls(${table.scenarioId}, ${table.act}) = 1`),
  ],
)
