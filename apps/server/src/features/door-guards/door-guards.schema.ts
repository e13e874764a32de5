import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { devices } from '#features/devices/devices.schema.ts'
import { sessions } from '#features/sessions/sessions.schema.ts'

/** Challenges for passkeys before a door is unlocked. Each is valid once, in its session, for its door. */
export const unlockChallenges = pgTable(
  'unlock_challenges',
  {
    /** SHA-256 of the state that is sent back together with the passkey's answer, base64url. */
    stateHash: text('state_hash').primaryKey(),
    /** SHA-256 of the challenge, base64url. */
    challengeHash: text('challenge_hash').notNull(),
    /** The session that asked; it determines the account. */
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('unlock_challenges_session_id').on(table.sessionId),
    index('unlock_challenges_device_id').on(table.deviceId),
    index('unlock_challenges_expires_at').on(table.expiresAt),
  ],
)
