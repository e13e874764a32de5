import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bridges } from '#features/bridges/bridges.schema.ts'

const bridgeId = () =>
  uuid('bridge_id')
    .notNull()
    .references(() => bridges.id, { onDelete: 'cascade' })

/** Bridges of kind `matter`: what their process is to do, and what it reported. */
export const bridgeNodes = pgTable('bridge_nodes', {
  bridgeId: bridgeId().primaryKey(),
  alexa: boolean().notNull(),
  port: integer().notNull(),
  problem: text(),
  fabrics: jsonb().notNull().default([]),
  parts: jsonb().notNull().default([]),
  /** How often somebody asked for the parts, and for which of these they were reported. */
  partsAsked: integer('parts_asked').notNull().default(0),
  partsShown: integer('parts_shown').notNull().default(0),
  /** Sealed, because a pairing code works like a key until it expires. Null if none was ever requested. */
  pairing: text(),
  /** The fabrics that are to be removed. */
  removing: jsonb().notNull().default([]),
  /** How often it was reset, and how often its process has done so. */
  resets: integer().notNull().default(0),
  resetsDone: integer('resets_done').notNull().default(0),
  /** The process that has it, and until when, where several instances share a database. */
  process: text(),
  heldUntil: timestamp('held_until', { withTimezone: true }),
})

/** What the process keeps of a bridge: the keys of its fabrics, and the numbers of its endpoints. */
export const bridgeStore = pgTable(
  'bridge_store',
  {
    bridgeId: bridgeId(),
    key: text().notNull(),
    /** Sealed. */
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bridgeId, table.key] })],
)
