import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import type { Language } from '@senca/contract'
import type { ConfirmType } from '@senca/contract/account'
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
/** A link of a confirmed account says so for this long: mails are read twice, and opened by programs before people. */
const KNOWN_MS = 30 * 86_400_000
const MAX_WRONG_GUESSES = 10
const KEY_BYTES = 32

const failuresOf = ({ address }: Caller) =>
  [LIMIT_RULES.confirmationFailuresByAddress, addressBlockOf(address)] as const

/** Whom a mail goes to. */
export interface Addressee {
  id: string
  email: string
  locale: Language
}

/** A token that was found good, not yet spent. */
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
  /** Of the server: states are made from it. */
  secret: string
  isConfirmed(accountId: string): Promise<boolean>
  storeSubscriptions: StoreSubscriptions
}

/** What an account has bought in stores and only they can cancel; undefined where nothing is sold. */
export type StoreSubscriptions = (accountId: string) => Promise<StoreSubscription[] | undefined>

export function createConfirmationService(options: ConfirmationServiceOptions) {
  const { store, database, clock, mails, limits, publicUrl, secret, isConfirmed } = options
  const { storeSubscriptions } = options
  const stateKey = Buffer.from(hkdfSync('sha256', secret, '', 'senca confirmation states', KEY_BYTES))

  /** The same for the same token, so that an exchange may be repeated and leaves nothing behind. */
  const stateOf = (token: string): string => createHmac('sha256', stateKey).update(token).digest('base64url')

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
   * The good token that a text is; throws `confirmation_invalid`, `confirmation_code_expired`,
   * `account_already_confirmed`, `too_many_requests`.
   */
  const show = async (purpose: Purpose, token: string, caller: Caller): Promise<Shown> => {
    const failures = failuresOf(caller)
    await limits.check(failures)
    const shown = await judge(purpose, token)
    if (shown !== null) return shown
    await limits.count(failures)
    throw refusalOf(token)
  }

  /** Mails a link or a code; answers the prefix of a code. Counts nothing. */
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

    /** Mails a new account what confirms its address, which starts the wait for another one. */
    async mailNewcomer(
      queries: Queries,
      addressee: Addressee,
      type: ConfirmType,
    ): Promise<{ prefix?: string }> {
      await limits.count([LIMIT_RULES.confirmationMailWait, addressee.id])
      return mail(queries, addressee, 'confirm', type, undefined)
    },

    /** Mails a link or a code; answers the prefix of a code. Throws `too_many_requests`. */
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

    /** A person who asks for mails to addresses that nobody has is slowed; throws `account_not_found`, `too_many_requests`. */
    async sendToStranger<T>(addressee: T | null, caller: Caller): Promise<T> {
      await limits.check(failuresOf(caller))
      if (addressee !== null) return addressee
      await limits.count(failuresOf(caller))
      throw new ApiError('account_not_found', { key: 'email' })
    },

    /** The state of a good token; of a deletion also what stores go on selling. */
    async exchange(
      purpose: Purpose,
      token: string,
      caller: Caller,
    ): Promise<{ state: string; storeSubscriptions?: StoreSubscription[] }> {
      const { accountId } = await show(purpose, token, caller)
      const bought = purpose === 'delete' ? await storeSubscriptions(accountId) : undefined
      return { state: stateOf(token), ...(bought === undefined ? {} : { storeSubscriptions: bought }) }
    },

    /** A good token with the state that it was exchanged for. */
    async showWithState(purpose: Purpose, token: string, state: string, caller: Caller): Promise<Shown> {
      const shown = await show(purpose, token, caller)
      if (!isSame(state, stateOf(token))) throw refusalOf(token)
      return shown
    },

    /** Spends a token as part of the transaction that does what it is good for, and all others of that purpose. */
    async spend(queries: Queries, purpose: Purpose, token: string, { id, accountId }: Shown): Promise<void> {
      if (purpose === 'confirm') {
        const ended = await store.expireConfirms(queries, accountId, clock.now())
        if (!ended.includes(id)) throw refusalOf(token)
        return
      }
      if (!(await store.spend(queries, id))) throw refusalOf(token)
      await store.deleteAll(queries, accountId, purpose)
    },

    /** What was mailed before credentials changed is worth nothing after. */
    async spendAll(queries: Queries, accountId: string): Promise<void> {
      await store.expireConfirms(queries, accountId, clock.now())
      await store.deleteAllButConfirms(queries, accountId)
    },

    async forgetOld(): Promise<void> {
      const now = clock.now()
      await store.deleteExpired(now, new Date(now.getTime() - KNOWN_MS))
    },
  }
}

export type ConfirmationService = ReturnType<typeof createConfirmationService>
