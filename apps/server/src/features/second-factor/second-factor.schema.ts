import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/accounts.schema.ts'

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' })

/** One row for each account that has used two-step sign-in; locked while its factors are changed. */
export const secondFactors = pgTable('second_factors', {
  accountId: accountId().primaryKey(),
  /** Sealed; null while no authenticator app is active. */
  totpSecret: text('totp_secret'),
  /** The newest time step whose code was accepted. */
  totpLastStep: bigint('totp_last_step', { mode: 'number' }),
  /** Sealed; shown to the user but not confirmed yet. */
  pendingTotpSecret: text('pending_totp_secret'),
  pendingTotpUntil: timestamp('pending_totp_until', { withTimezone: true }),
  /** SHA-256 of the challenge that a new passkey must sign, base64url. */
  passkeyChallengeHash: text('passkey_challenge_hash'),
  passkeyChallengeUntil: timestamp('passkey_challenge_until', { withTimezone: true }),
  /** The salt of the recovery code hashes, base64url. */
  recoverySalt: text('recovery_salt'),
})

export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential id, base64url. */
    id: text().primaryKey(),
    accountId: accountId(),
    name: text().notNull(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [index('passkeys_account_id').on(table.accountId)],
)

/** Unused recovery codes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: accountId(),
    /** argon2id, base64url. */
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
)

/** Sign-ins that wait for a second factor. */
export const signInStates = pgTable(
  'sign_in_states',
  {
    /** SHA-256 of the state, base64url. */
    stateHash: text('state_hash').primaryKey(),
    accountId: accountId(),
    means: text({ enum: ['password', 'google', 'apple', 'passkey'] }).notNull(),
    /** The credential mark of the account at the first step. A change of credentials invalidates the state. */
    credentialMark: text('credential_mark').notNull(),
    guesses: integer().notNull(),
    /** SHA-256 of the challenge that a passkey must sign, base64url. */
    challengeHash: text('challenge_hash'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('sign_in_states_account_id').on(table.accountId),
    index('sign_in_states_created_at').on(table.createdAt),
  ],
)
