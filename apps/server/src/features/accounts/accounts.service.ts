import { createHash, randomUUID } from 'node:crypto'
import { DEFAULT_LANGUAGE, emailSchema, type Language, type Profile } from '@senca/contract'
import type { Activity } from '#features/activity/index.ts'
import { type GuessGuard, LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { ConcurrencyLimit } from '#platform/concurrency-limit.ts'
import { ApiError } from '#platform/errors.ts'
import { addressBlockOf } from '#platform/http/address-block.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { type Account, type AccountStore, emailKeyOf } from './accounts.store.ts'
import { hashPassword, isPassword, readNewPassword } from './password.ts'

interface NewAccount {
  email: string
  password: string
  locale: Language | null
}

interface AccountServiceOptions {
  store: AccountStore
  clock: Clock
  database: Pick<Database, 'db'>
  /** Limits how many passwords are hashed at once. */
  hashing: ConcurrencyLimit
  /**
   * Limits how many password checks run at once, and with that how many guesses are possible before the first failure is counted.
   */
  guessing: ConcurrencyLimit
  limits: LimitService
  guesses: GuessGuard
  trail: Pick<Activity, 'recordSecurityEvent'>
  /** The address of an account that nobody may sign in to, or null. */
  closedEmail: string | null
}

export const profileOf = (account: Account): Profile => ({
  email: account.email,
  confirmed: account.isConfirmed,
  password_set: account.passwordHash !== null,
  locale: account.locale,
})

/** A hash that changes whenever the credentials of an account change, and reveals nothing about them. */
export const credentialMarkOf = ({ passwordHash, isConfirmed }: Account): string =>
  createHash('sha256')
    .update(passwordHash ?? `none, confirmed: ${isConfirmed}`)
    .digest('base64url')

export function createAccountService(options: AccountServiceOptions) {
  const { store, clock, database, hashing, guessing, limits, guesses, trail, closedEmail } = options
  const closedKey = closedEmail === null ? null : emailKeyOf(closedEmail)
  const isClosed = ({ email }: Pick<Account, 'email'>): boolean => emailKeyOf(email) === closedKey

  const get = async (accountId: string): Promise<Account> => {
    const account = await store.find(accountId)
    if (account === null) throw new ApiError('login_required')
    return account
  }

  /** Whether this is the account's password. After too many guesses it throws before anything is hashed. */
  const prove = async (account: Account | null, password: string, caller: Caller): Promise<boolean> => {
    const accountId = account?.id ?? null
    await guesses.check(caller, accountId)
    return guessing(async () => {
      // Calls that waited before this one may have reached the limit in the meantime.
      await guesses.check(caller, accountId)
      const isRight = await hashing(() => isPassword(password, account?.passwordHash ?? null))
      if (!isRight) await guesses.failed(caller, accountId)
      return isRight
    })
  }

  /** The hash of a new password. Throws `password_not_strong_enough` with the field as key. */
  const hashNewPassword = async (text: string, email: string, key: string): Promise<string> => {
    const password = await readNewPassword(text, [email, ...email.split(/[@.]/)])
    if (password === null) throw new ApiError('password_not_strong_enough', { key })
    return hashing(() => hashPassword(password))
  }

  return {
    get,
    find: store.find,
    findEmails: store.findEmails,
    hashNewPassword,

    /**
     * Creates an unconfirmed account and runs `inserted` in the same transaction. Throws `malformed_request`,
     * `password_not_strong_enough`, `email_already_in_use`, `too_many_requests`.
     */
    async register<T>(
      { email: emailText, password, locale }: NewAccount,
      caller: Caller,
      inserted: (queries: Queries, account: Account) => Promise<T>,
    ) {
      const email = emailSchema.safeParse(emailText)
      if (!email.success) throw new ApiError('malformed_request', { key: 'email' })
      if (isClosed({ email: email.data })) throw new ApiError('email_already_in_use', { key: 'email' })
      const limited = [LIMIT_RULES.registrationsByAddress, addressBlockOf(caller.address)] as const
      await limits.check(limited)
      await guesses.check(caller, null)
      // Judging a password costs time, so a refused one counts as a failed attempt.
      const passwordHash = await hashNewPassword(password, email.data, 'password').catch(async (error) => {
        await guesses.failed(caller, null)
        throw error
      })
      await limits.take(limited)
      const account: Account = {
        id: randomUUID(),
        email: email.data,
        passwordHash,
        isConfirmed: false,
        locale: locale ?? DEFAULT_LANGUAGE,
      }
      const result = await database.db.transaction(async (transaction) => {
        const isInserted = await store.insert(transaction, account, clock.now())
        if (!isInserted) throw new ApiError('email_already_in_use', { key: 'email' })
        return inserted(transaction, account)
      })
      await guesses.succeeded(caller, account.id)
      await trail.recordSecurityEvent({
        accountId: account.id,
        kind: 'account_created',
        detail: 'password',
        caller,
      })
      return { accountId: account.id, credentialMark: credentialMarkOf(account), result }
    },

    /** Creates a confirmed account unless its address is in use. Returns the id of the account with this address. */
    async ensureConfirmed(email: string, password: string): Promise<string> {
      const existing = await store.findByEmail(email)
      if (existing !== null) return existing.id
      const account: Account = {
        id: randomUUID(),
        email,
        passwordHash: await hashPassword(password),
        isConfirmed: true,
        locale: DEFAULT_LANGUAGE,
      }
      const isInserted = await store.insert(database.db, account, clock.now())
      return isInserted ? account.id : this.ensureConfirmed(email, password)
    },

    /**
     * Returns the profile and id for an e-mail address and password. Throws `invalid_credentials` with the field as key,
     * `too_many_requests`.
     */
    async authenticate(login: string, password: string, caller: Caller) {
      const account = await this.findByEmail(login)
      const isRight = await prove(account, password, caller)
      if (account === null) throw new ApiError('invalid_credentials', { key: 'login' })
      const { id: accountId } = account
      if (!isRight) {
        await trail.recordSecurityEvent({ accountId, kind: 'sign_in_failed', detail: 'password', caller })
        throw new ApiError('invalid_credentials', { key: 'password' })
      }
      await guesses.succeeded(caller, accountId)
      return { accountId, profile: profileOf(account), credentialMark: credentialMarkOf(account) }
    },

    /** Returns the actor's account after checking its password. Throws `invalid_credentials` with `key`, `too_many_requests`. */
    async provePassword(
      actor: AccountActor,
      password: string,
      key: string,
      caller: Caller,
    ): Promise<Account> {
      const account = await get(actor.accountId)
      const isRight = await prove(account, password, caller)
      if (!isRight) throw new ApiError('invalid_credentials', { key })
      return account
    },

    /** Throws `account_confirmation_required` for an account that somebody may have made with the address of somebody else. */
    async assertConfirmed({ accountId }: Pick<AccountActor, 'accountId'>): Promise<void> {
      if (!(await get(accountId)).isConfirmed) throw new ApiError('account_confirmation_required')
    },

    async isConfirmed(accountId: string): Promise<boolean> {
      return (await store.find(accountId))?.isConfirmed === true
    },

    /** The account with an e-mail address, regardless of case; null for the account that nobody may sign in to. */
    async findByEmail(text: string): Promise<Account | null> {
      const email = emailSchema.safeParse(text)
      return email.success && !isClosed({ email: email.data }) ? store.findByEmail(email.data) : null
    },

    /** An account that somebody may sign in to. */
    async findOpen(accountId: string): Promise<Account | null> {
      const account = await store.find(accountId)
      return account === null || isClosed(account) ? null : account
    },

    /** The id of the account that nobody may sign in to; null if there is none. */
    async findClosed(): Promise<string | null> {
      return closedEmail === null ? null : ((await store.findByEmail(closedEmail))?.id ?? null)
    },

    async profile(actor: Pick<AccountActor, 'accountId'>): Promise<Profile> {
      return profileOf(await get(actor.accountId))
    },

    /** The credential mark of an account; null if nobody can sign in to it. */
    async credentialMark(accountId: string): Promise<string | null> {
      // A change of credentials ends the sessions that it sees. A session that is just starting must see the change itself.
      const account = await store.findSettled(accountId)
      return account === null || isClosed(account) ? null : credentialMarkOf(account)
    },

    async setLocale(actor: AccountActor, locale: Language): Promise<void> {
      await store.setLocale(actor.accountId, locale)
    },

    lock: store.lock,
    hold: store.hold,
    lockByEmail: store.lockByEmail,
    insert: (queries: Queries, account: Account) => store.insert(queries, account, clock.now()),
    setPassword: store.setPassword,
    confirm: store.confirm,
    remove: store.remove,
  }
}

export type AccountService = ReturnType<typeof createAccountService>
