import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bridges } from '#features/bridges/bridges.schema.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Clients that registered themselves. One without a grant is deleted an hour after its last use. */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    id: uuid().primaryKey(),
    /** As it claims. */
    name: text(),
    redirectUris: jsonb('redirect_uris').notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at').notNull(),
  },
  (table) => [index('oauth_clients_used_at').on(table.usedAt)],
)

/** The client of each bridge that was made by consent. */
export const oauthGrants = pgTable(
  'oauth_grants',
  {
    bridgeId: uuid('bridge_id')
      .primaryKey()
      .references(() => bridges.id, { onDelete: 'cascade' }),
    /** An address, or the id of a row of `oauth_clients`. */
    clientId: text('client_id').notNull(),
    /** The number of the newest refresh token; null until the code is exchanged. */
    rotation: integer(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('oauth_grants_client_id').on(table.clientId),
    index('oauth_grants_waiting').on(table.createdAt).where(sql`${table.rotation} is null`),
  ],
)
