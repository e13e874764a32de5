import type { Account, AccountService } from '#features/accounts/index.ts'
import type { ConfirmationService } from '#features/confirmations/index.ts'
import type { TakeOver } from '#features/deletion/index.ts'
import type { GuessGuard } from '#features/limits/index.ts'
import { credentialChange, type Notify } from '#features/notifications/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { SessionService } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'

export interface PasswordServiceOptions {
  accounts: AccountService
  confirmations: ConfirmationService
  sessions: SessionService
  guesses: GuessGuard
  database: Pick<Database, 'db'>
  secondFactor: { endPendingSignIns(queries: Queries, accountId: string): Promise<void> }
  takeOver: TakeOver
  notify: Pick<Notify, 'publish'>
  clock: Clock
}

interface Change {
  oldPassword: string
  newPassword: string
  confirmation: string
}

export function createPasswordService(options: PasswordServiceOptions) {
  const { accounts, confirmations, sessions, guesses, database, secondFactor, takeOver, notify, clock } =
    options

  /**
   * Runs `work` in a transaction in which somebody proves to read the mail of an account. If the account is unconfirmed, somebody
   * else may have made it, so everything but its address is removed instead of running `work`. That removes the row that a second
   * call with the same token waits for, so a row that is gone means that the token is used.
   */
  const byOwner = async (
    accountId: string,
    token: string,
    passwordHash: string,
    change: 'passwordAdded' | 'passwordReset',
    spend: (queries: Queries, account: Account) => Promise<void>,
    work: (queries: Queries) => Promise<string[]>,
  ): Promise<void> => {
    const { email, isConfirmed } = await accounts.get(accountId)
    if (!isConfirmed) await takeOver.releaseDevices(accountId)
    const finish = await database.db.transaction(async (queries) => {
      const account = await accounts.lockByEmail(queries, email)
      if (account?.id !== accountId) throw confirmations.refusalOf(token)
      await spend(queries, account)
      if (!account.isConfirmed) {
        const finishRenewal = await takeOver.renew(queries, { ...account, passwordHash })
        await notify.publish(queries, credentialChange({ accountId }, { change }, clock.now()))
        return finishRenewal
      }
      const ended = await work(queries)
      await notify.publish(queries, credentialChange({ accountId }, { change }, clock.now()))
      return () => sessions.announceEnded(ended)
    })
    await finish()
  }

  return {
    /**
     * Ends all other sessions and returns the new cookie of this one. Throws `malformed_request` if the two new passwords differ,
     * `invalid_credentials`, `password_not_strong_enough`, `too_many_requests`.
     */
    async change(actor: AccountActor, { oldPassword, newPassword, confirmation }: Change, caller: Caller) {
      if (newPassword !== confirmation) {
        throw new ApiError('malformed_request', {
          key: 'confirm_password',
          detail: 'The two new passwords differ.',
        })
      }
      const account = await accounts.provePassword(actor, oldPassword, 'old_password', caller)
      const hash = await accounts.hashNewPassword(newPassword, account.email, 'new_password')
      const { cookie, ended } = await database.db.transaction(async (transaction) => {
        // Of two concurrent changes, the second one no longer has the current password.
        const isSet = await accounts.setPassword(transaction, account.id, hash, account.passwordHash)
        if (!isSet) throw new ApiError('invalid_credentials', { key: 'old_password' })
        await confirmations.spendAll(transaction, account.id)
        const changed = credentialChange(actor, { change: 'passwordChanged' }, clock.now())
        await notify.publish(transaction, changed)
        return {
          ended: await sessions.removeAll(transaction, account.id, actor.sessionId),
          cookie: await sessions.replaceCookie(transaction, actor),
        }
      })
      await sessions.announceEnded(ended)
      return cookie
    },

    /** The account of an owner who may add a password. Throws `password_already_set`. */
    async withoutPassword(actor: AccountActor) {
      const account = await accounts.get(actor.accountId)
      if (account.passwordHash !== null) throw new ApiError('password_already_set')
      return account
    },

    /** Returns the id of the account. Throws the errors of tokens, `password_already_set`, `password_not_strong_enough`. */
    async add(token: string, password: string, caller: Caller): Promise<string> {
      const shown = await confirmations.show('add_password', token, caller)
      const { accountId } = shown
      const account = await accounts.get(accountId)
      if (account.passwordHash !== null) throw new ApiError('password_already_set')
      const hash = await accounts.hashNewPassword(password, account.email, 'password')
      await byOwner(
        accountId,
        token,
        hash,
        'passwordAdded',
        async (queries, { passwordHash }) => {
          await confirmations.spend(queries, 'add_password', token, shown)
          if (passwordHash !== null) throw new ApiError('password_already_set')
        },
        async (queries) => {
          await accounts.setPassword(queries, accountId, hash)
          await confirmations.spendAll(queries, accountId)
          return []
        },
      )
      return accountId
    },

    /**
     * Sets a new password, ends all sessions and returns the id of the account. It also confirms the address, because the owner
     * can read its mail. Throws the errors of tokens, `password_not_strong_enough`.
     */
    async reset(token: string, state: string, newPassword: string, caller: Caller): Promise<string> {
      const shown = await confirmations.showWithState('reset', token, state, caller)
      const { accountId } = shown
      const account = await accounts.get(accountId)
      const hash = await accounts.hashNewPassword(newPassword, account.email, 'new_password')
      await byOwner(
        accountId,
        token,
        hash,
        'passwordReset',
        (queries) => confirmations.spend(queries, 'reset', token, shown),
        async (queries) => {
          await secondFactor.endPendingSignIns(queries, accountId)
          await accounts.setPassword(queries, accountId, hash)
          await confirmations.spendAll(queries, accountId)
          return sessions.removeAll(queries, accountId, null)
        },
      )
      await guesses.forgive(caller, accountId)
      return accountId
    },
  }
}

export type PasswordService = ReturnType<typeof createPasswordService>
