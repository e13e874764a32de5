import { createHash, randomUUID } from 'node:crypto'
import { DEFAULT_LANGUAGE, emailSchema, type Language, type Profile } from '@senca/contract'
import type { Actor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Account, AccountStore } from './accounts.store.ts'
import { hashPassword, isPassword, readNewPassword } from './password.ts'

interface NewAccount {
  email: string
  password: string
  locale: Language | null
}

export const profileOf = (account: Account): Profile => ({
  email: account.email,
  confirmed: account.isConfirmed,
  password_set: account.passwordHash !== null,
  locale: account.locale,
})

/** Changes whenever what an account signs in with does; says nothing about it. */
export const credentialMarkOf = ({ passwordHash, isConfirmed }: Account): string =>
  createHash('sha256')
    .update(passwordHash ?? `none, confirmed: ${isConfirmed}`)
    .digest('base64url')

export function createAccountService({ store, clock }: { store: AccountStore; clock: Clock }) {
  const get = async (accountId: string): Promise<Account> => {
    const account = await store.find(accountId)
    if (account === null) throw new ApiError('login_required')
    return account
  }

  return {
    /** Makes an unconfirmed account; throws `malformed_request`, `password_not_strong_enough`, `email_already_in_use`. */
    async register({ email: emailText, password: passwordText, locale }: NewAccount) {
      const email = emailSchema.safeParse(emailText)
      if (!email.success) throw new ApiError('malformed_request', { key: 'email' })
      const password = readNewPassword(passwordText, [email.data, ...email.data.split(/[@.]/)])
      if (password === null) throw new ApiError('password_not_strong_enough', { key: 'password' })
      const account: Account = {
        id: randomUUID(),
        email: email.data,
        passwordHash: await hashPassword(password),
        isConfirmed: false,
        locale: locale ?? DEFAULT_LANGUAGE,
      }
      const isInserted = await store.insert(account, clock.now())
      if (!isInserted) throw new ApiError('email_already_in_use', { key: 'email' })
      return { accountId: account.id, credentialMark: credentialMarkOf(account) }
    },

    /** Makes a confirmed account unless its address is taken; answers the id of the account of that address. */
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
      const isInserted = await store.insert(account, clock.now())
      return isInserted ? account.id : this.ensureConfirmed(email, password)
    },

    /** The profile and id behind an e-mail address and password; throws `invalid_credentials` with the field as key. */
    async authenticate(login: string, password: string) {
      const email = emailSchema.safeParse(login)
      const account = email.success ? await store.findByEmail(email.data) : null
      const isRight = await isPassword(password, account?.passwordHash ?? null)
      if (account === null) throw new ApiError('invalid_credentials', { key: 'login' })
      if (!isRight) throw new ApiError('invalid_credentials', { key: 'password' })
      return {
        accountId: account.id,
        profile: profileOf(account),
        credentialMark: credentialMarkOf(account),
      }
    },

    async profile(actor: Actor): Promise<Profile> {
      return profileOf(await get(actor.accountId))
    },

    /** What the account signs in with, as a mark to compare; null once the account is gone. */
    async credentialMark(accountId: string): Promise<string | null> {
      const account = await store.find(accountId)
      return account === null ? null : credentialMarkOf(account)
    },

    async setLocale(actor: Actor, locale: Language): Promise<void> {
      await store.setLocale(actor.accountId, locale)
    },
  }
}

export type AccountService = ReturnType<typeof createAccountService>
