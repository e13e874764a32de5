import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import type { Language } from '@senca/contract'
import type { AccountCreation, ConfirmType } from '@senca/contract/account'
import type { StoreSubscription } from '@senca/contract/billing'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import type { MailService } from '#features/mails/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { addressBlockOf } from '#platform/http/address-block.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { storeNotes } from './billing-mail.ts'
import { createToken, isSame, lookupHashOf, tokenHashOf, tokenTypeOf } from './confirmation-token.ts'
import type { ConfirmationStore, Purpose } from './confirmations.store.ts'
import { writeMail } from './mail-content.ts'

const LIFE_MS = 3_600_000
/**
 * How long the link of an account that is already confirmed says so. E-mails are read twice, and programs open them before people
 * do.
 */
const KNOWN_MS = 30 * 86_400_000
const MAX_WRONG_GUESSES = 10
const KEY_BYTES = 32

const failuresOf = ({ address }: Caller) =>
  [LIMIT_RULES.confirmationFailuresByAddress, addressBlockOf(address)] as const

/** The recipient of an e-mail. */
export interface Addressee {
  id: string
  email: string
  locale: Language
}

/** A valid token that has not been used yet. */
export interface Shown {
  id: string
  accountId: string
}

interface ConfirmationServiceOptions {
  store: ConfirmationStore
  database: Pick<Database, 'db'>
  clock: Clock
  mails: MailService
  limits: LimitService
  publicUrl: string
  /** The server secret from which states are derived. */
  secret: string
  isConfirmed(accountId: string): Promise<boolean>
  storeSubscriptions: StoreSubscriptions
  creationOf(accountId: string): Promise<AccountCreation | null>
}

/** The store subscriptions of an account, which can be canceled only there; undefined if nothing is sold. */
export type StoreSubscriptions = (accountId: string) => Promise<StoreSubscription[] | undefined>

export function createConfirmationService(options: ConfirmationServiceOptions) {
  const { store, database, clock, mails, limits, publicUrl, secret, isConfirmed } = options
  const { storeSubscriptions } = options
  const stateKey = Buffer.from(hkdfSync('sha256', secret, '', 'senca confirmation states', KEY_BYTES))

  /** Derived from the token, so that an exchange can be repeated and nothing needs to be stored. */
  const stateOf = (token: string): string => createHmac('sha256', stateKey).update(token).digest('base64url')

  /** The error of a token that is unknown, used or expired. */
  const refusalOf = (token: string): ApiError =>
    new ApiError(tokenTypeOf(token) === 'code' ? 'confirmation_code_expired' : 'confirmation_invalid', {
      key: 'token',
    })

  const judge = async (purpose: Purpose, token: string): Promise<Shown | null> => {
    const type = tokenTypeOf(token)
    if (type === null) return null
    const tokenHash = tokenHashOf(token)
    const now = clock.now()
    const since = purpose === 'confirm' ? new Date(now.getTime() - KNOWN_MS) : now
    const found = await store.judge(lookupHashOf(token, type), purpose, MAX_WRONG_GUESSES, since, (each) =>
      isSame(each.tokenHash, tokenHash),
    )
    if (found === null) return null
    if (purpose === 'confirm' && (await isConfirmed(found.accountId)))
      throw new ApiError('account_already_confirmed', { key: 'token' })
    return found.expiresAt > now ? found : null
  }

  /**
   * Checks a token. Throws `confirmation_invalid`, `confirmation_code_expired`, `account_already_confirmed`, `too_many_requests`.
   */
  const show = async (purpose: Purpose, token: string, caller: Caller): Promise<Shown> => {
    const failures = failuresOf(caller)
    await limits.check(failures)
    const shown = await judge(purpose, token)
    if (shown !== null) return shown
    await limits.count(failures)
    throw refusalOf(token)
  }

  /** Sends a link or a code by e-mail. Returns the prefix of a code. Does not count against the limits. */
  const mail = async (
    queries: Queries,
    addressee: Addressee,
    purpose: Purpose,
    type: ConfirmType,
    language: Language | undefined,
    bought: readonly StoreSubscription[] = [],
  ): Promise<{ prefix?: string }> => {
    const { token, prefix, code } = createToken(type)
    await store.insert(queries, {
      id: randomUUID(),
      accountId: addressee.id,
      purpose,
      type,
      lookupHash: lookupHashOf(token, type),
      tokenHash: tokenHashOf(token),
      wrongGuesses: 0,
      expiresAt: new Date(clock.now().getTime() + LIFE_MS),
    })
    const mail = writeMail({
      purpose,
      to: addressee.email,
      language: language ?? addressee.locale,
      publicUrl,
      notes: storeNotes(bought, language ?? addressee.locale),
      ...(code === null ? { token } : { code }),
    })
    await mails.post(queries, addressee.id, purpose, mail)
    return prefix === null ? {} : { prefix }
  }

  return {
    show,
    refusalOf,

    /** Sends a new account the e-mail that confirms its address. The waiting time for another one starts. */
    async mailNewcomer(
      queries: Queries,
      addressee: Addressee,
      type: ConfirmType,
    ): Promise<{ prefix?: string }> {
      await limits.countIn(queries, [LIMIT_RULES.confirmationMailWait, addressee.id])
      return mail(queries, addressee, 'confirm', type, undefined)
    },

    /** Sends a link or a code by e-mail. Returns the prefix of a code. Throws `too_many_requests`. */
    async send(
      addressee: Addressee,
      purpose: Purpose,
      { type = 'link', language }: { type?: ConfirmType | undefined; language?: Language | undefined },
      caller: Caller,
    ): Promise<{ prefix?: string }> {
      const byAddress = [LIMIT_RULES.mailsByAddress, addressBlockOf(caller.address)] as const
      await limits.check(byAddress)
      if (purpose === 'confirm') {
        await limits.take(
          [LIMIT_RULES.confirmationMailWait, addressee.id],
          [LIMIT_RULES.confirmationMailsByAccount, addressee.id],
        )
      } else await limits.take([LIMIT_RULES.mailsByAccountAndPurpose, addressee.id, purpose])
      await limits.take(byAddress)
      const bought = purpose === 'delete' ? await storeSubscriptions(addressee.id) : []
      return database.db.transaction((transaction) =>
        mail(transaction, addressee, purpose, type, language, bought),
      )
    },

    /** Limits requests for e-mails to unknown addresses. Throws `account_not_found`, `too_many_requests`. */
    async sendToStranger<T>(addressee: T | null, caller: Caller): Promise<T> {
      await limits.check(failuresOf(caller))
      if (addressee !== null) return addressee
      await limits.count(failuresOf(caller))
      throw new ApiError('account_not_found', { key: 'email' })
    },

    /**
     * Returns the state of a valid token; for a deletion also the store subscriptions that continue, and for a confirmation who made
     * the account.
     */
    async exchange(
      purpose: Purpose,
      token: string,
      caller: Caller,
    ): Promise<{ state: string; storeSubscriptions?: StoreSubscription[]; creation?: AccountCreation }> {
      const { accountId } = await show(purpose, token, caller)
      const bought = purpose === 'delete' ? await storeSubscriptions(accountId) : undefined
      const creation = purpose === 'confirm' ? await options.creationOf(accountId) : null
      return {
        state: stateOf(token),
        ...(bought === undefined ? {} : { storeSubscriptions: bought }),
        ...(creation === null ? {} : { creation }),
      }
    },

    /** Checks a token together with the state that it was exchanged for. */
    async showWithState(purpose: Purpose, token: string, state: string, caller: Caller): Promise<Shown> {
      const shown = await show(purpose, token, caller)
      if (!isSame(state, stateOf(token))) throw refusalOf(token)
      return shown
    },

    /** Uses up a token, and all others of the same purpose, in the transaction of the confirmed action. */
    async spend(queries: Queries, purpose: Purpose, token: string, { id, accountId }: Shown): Promise<void> {
      if (purpose === 'confirm') {
        const ended = await store.expireConfirms(queries, accountId, clock.now())
        if (!ended.includes(id)) throw refusalOf(token)
        return
      }
      if (!(await store.spend(queries, id))) throw refusalOf(token)
      await store.deleteAll(queries, accountId, purpose)
    },

    /** Invalidates everything that was sent before the credentials changed. */
    async spendAll(queries: Queries, accountId: string): Promise<void> {
      await store.expireConfirms(queries, accountId, clock.now())
      await store.deleteAllButConfirms(queries, accountId)
    },

    /**
     * Reads the links that confirm the address of an account, and expires them. Returns the function that stores them again after
     * the account was removed and created again, so that they are still recognized.
     */
    async carryOver(queries: Queries, accountId: string): Promise<() => Promise<void>> {
      await store.expireConfirms(queries, accountId, clock.now())
      const links = await store.listConfirms(queries, accountId)
      return async () => {
        for (const link of links) await store.insert(queries, link)
      }
    },

    async forgetOld(): Promise<void> {
      const now = clock.now()
      await store.deleteExpired(now, new Date(now.getTime() - KNOWN_MS))
    },
  }
}

export type ConfirmationService = ReturnType<typeof createConfirmationService>
