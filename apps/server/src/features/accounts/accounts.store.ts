import { domainToASCII, domainToUnicode } from 'node:url'
import { DEFAULT_LANGUAGE, type Language, parseLanguage } from '@senca/contract'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { accounts } from './accounts.schema.ts'

export interface Account {
  id: string
  email: string
  passwordHash: string | null
  isConfirmed: boolean
  locale: Language
}

type Row = typeof accounts.$inferSelect

const accountOf = (row: Row): Account => ({
  id: row.id,
  email: row.email,
  passwordHash: row.passwordHash,
  isConfirmed: row.isConfirmed,
  locale: parseLanguage(row.locale) ?? DEFAULT_LANGUAGE,
})

/**
 * E-mail addresses that differ only in case are equal, and so are the two forms of a domain with letters beyond ASCII (RFC 5891):
 * browsers send either.
 */
export function emailKeyOf(email: string): string {
  const key = writtenKeyOf(email)
  const at = key.lastIndexOf('@') + 1
  return key.slice(0, at) + (domainToUnicode(key.slice(at)) || key.slice(at))
}

/** The address as it was typed, which was the key of accounts once. */
const writtenKeyOf = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/** The keys under which an account with this address may be stored. */
function storedKeysOf(email: string): [string, string] {
  const key = emailKeyOf(email)
  const at = key.lastIndexOf('@') + 1
  return [key, key.slice(0, at) + (domainToASCII(key.slice(at)) || key.slice(at))]
}

/** Who receives e-mails of an account, and the language to write in; null for a language that is not supported any more. */
export interface Addressee {
  to: string
  language: Language | null
  isConfirmed: boolean
}

/** Those of the accounts that exist, by id. */
export async function addresseesOf(
  queries: Queries,
  accountIds: readonly string[],
): Promise<Map<string, Addressee>> {
  const rows = await queries
    .select({
      id: accounts.id,
      to: accounts.email,
      locale: accounts.locale,
      isConfirmed: accounts.isConfirmed,
    })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(accountIds)]))
  return new Map(
    rows.map(({ id, locale, ...addressee }) => [id, { ...addressee, language: parseLanguage(locale) }]),
  )
}

/** Null if there is no such account. */
export const addresseeOf = async (queries: Queries, accountId: string): Promise<Addressee | null> =>
  (await addresseesOf(queries, [accountId])).get(accountId) ?? null

/** The accounts of these that exist. They cannot be deleted until the transaction ends. */
export async function existing(queries: Queries, accountIds: readonly string[]): Promise<string[]> {
  const rows = await queries
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]))
    .orderBy(accounts.id)
    .for('key share')
  return rows.map(({ id }) => id)
}

export function createAccountStore(db: DrizzleDatabase) {
  const byId = db
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare('account_by_id')
  const byEmail = db
    .select()
    .from(accounts)
    .where(
      or(
        eq(accounts.emailKey, sql.placeholder('emailKey')),
        eq(accounts.emailKey, sql.placeholder('asciiKey')),
      ),
    )
    .prepare('account_by_email')

  return {
    async find(id: string): Promise<Account | null> {
      const [row] = await byId.execute({ id })
      return row === undefined ? null : accountOf(row)
    },
    /** Returns id → e-mail for the accounts that exist. */
    async findEmails(ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .select({ id: accounts.id, email: accounts.email })
        .from(accounts)
        .where(inArray(accounts.id, [...ids]))
      return new Map(rows.map(({ id, email }) => [id, email]))
    },
    /** The account after any change that is running now has been committed. */
    async findSettled(id: string): Promise<Account | null> {
      const [row] = await db.select().from(accounts).where(eq(accounts.id, id)).for('share')
      return row === undefined ? null : accountOf(row)
    },
    async findByEmail(email: string): Promise<Account | null> {
      const [emailKey, asciiKey] = storedKeysOf(email)
      const [row] = await byEmail.execute({ emailKey, asciiKey })
      return row === undefined ? null : accountOf(row)
    },
    /** Like `findByEmail`, and locks the account until the transaction ends. */
    async lockByEmail(queries: Queries, email: string): Promise<Account | null> {
      const [row] = await queries
        .select()
        .from(accounts)
        .where(inArray(accounts.emailKey, storedKeysOf(email)))
        .for('update')
      return row === undefined ? null : accountOf(row)
    },
    /** Locks an account until the transaction ends, so that nobody changes it or inserts rows for it. */
    async lock(queries: Queries, id: string): Promise<void> {
      await queries.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).for('update')
    },
    /** Prevents changes of an account until the transaction ends; null if it does not exist. */
    async hold(queries: Queries, id: string): Promise<Account | null> {
      const [row] = await queries.select().from(accounts).where(eq(accounts.id, id)).for('share')
      return row === undefined ? null : accountOf(row)
    },
    /** Returns false if the address is in use. */
    async insert(queries: Queries, account: Account, createdAt: Date): Promise<boolean> {
      const [, asciiKey] = storedKeysOf(account.email)
      if ((await queries.$count(accounts, eq(accounts.emailKey, asciiKey))) > 0) return false
      const { rowCount } = await queries
        .insert(accounts)
        .values({ ...account, emailKey: emailKeyOf(account.email), createdAt })
        .onConflictDoNothing({ target: accounts.emailKey })
      return rowCount !== 0
    },
    async setLocale(id: string, locale: Language): Promise<void> {
      await db.update(accounts).set({ locale }).where(eq(accounts.id, id))
    },
    /** Returns false and changes nothing if the account is gone or its hash is no longer `expected`. */
    async setPassword(
      queries: Queries,
      id: string,
      passwordHash: string | null,
      expected?: string | null,
    ): Promise<boolean> {
      const { passwordHash: current } = accounts
      const isExpected = expected === null ? isNull(current) : eq(current, expected ?? '')
      const { rowCount } = await queries
        .update(accounts)
        .set({ passwordHash })
        .where(and(eq(accounts.id, id), expected === undefined ? undefined : isExpected))
      return rowCount !== 0
    },
    /** Records that the owner receives mail at the address. Returns false if that was known or the account is gone. */
    async confirm(queries: Queries, id: string): Promise<boolean> {
      const { rowCount } = await queries
        .update(accounts)
        .set({ isConfirmed: true })
        .where(and(eq(accounts.id, id), eq(accounts.isConfirmed, false)))
      return rowCount !== 0
    },
    async remove(queries: Queries, id: string): Promise<void> {
      await queries.delete(accounts).where(eq(accounts.id, id))
    },
  }
}

export type AccountStore = ReturnType<typeof createAccountStore>
