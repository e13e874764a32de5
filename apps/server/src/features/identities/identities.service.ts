import { randomUUID } from 'node:crypto'
import { emailSchema, type Language, type Profile } from '@senca/contract'
import type { SecurityEventKind } from '@senca/contract/account'
import { TransactionRollbackError } from 'drizzle-orm'
import { type Account, type AccountService, credentialMarkOf, profileOf } from '#features/accounts/index.ts'
import { hashSecretToken, type Proven, type SessionService } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { IdClaims, IdTokens } from './id-tokens.ts'
import type { IdentityStore } from './identities.store.ts'
import type { NonceCookies } from './nonce-cookie.ts'

/** Two concurrent first sign-ins conflict in the database; the second one then finds the account of the first. */
const MAX_TRIES = 3

interface IdentityServiceOptions {
  store: IdentityStore
  idTokens: IdTokens
  nonces: NonceCookies
  database: Pick<Database, 'db'>
  accounts: AccountService
  sessions: Pick<SessionService, 'removeAll' | 'announceEnded'>
  /** Removes all second factors from an account. */
  forgetSecondFactor(queries: Queries, accountId: string): Promise<void>
  /** Invalidates all earlier confirmation e-mails. */
  spendConfirmations(queries: Queries, accountId: string): Promise<void>
  clock: Clock
}

interface Shown {
  idToken: string
  nonceCookie: string | undefined
  /** The language of a newly created account. */
  locale: Language
}

interface Resolved {
  account: Account
  happened: SecurityEventKind[]
  endedSessions: string[]
}

const refusal = () => new ApiError('invalid_credentials')

/** Signs in people with id tokens of Google or Apple. */
export function createIdentityService(options: IdentityServiceOptions) {
  const {
    store,
    idTokens,
    nonces,
    database,
    accounts,
    sessions,
    forgetSecondFactor,
    spendConfirmations,
    clock,
  } = options

  /** A token is accepted once: with a nonce only in the browser that requested the nonce, without a nonce by its first use. */
  const isFirstUse = async (claims: IdClaims, nonceCookie: string | undefined): Promise<boolean> => {
    if (claims.nonce === null) return store.useOnce(hashSecretToken(claims.signedPart), claims.expiresAt)
    const end = nonceCookie === undefined ? null : nonces.endOf(nonceCookie, claims.nonce)
    return end !== null && (await store.useOnce(hashSecretToken(`nonce ${claims.nonce}`), end))
  }

  /** The account was registered by somebody who could not read mail at its address, so all their credentials are removed. */
  const takeOver = async (queries: Queries, accountId: string): Promise<string[]> => {
    await accounts.removePassword(queries, accountId)
    await accounts.confirm(queries, accountId)
    await store.deleteAll(queries, accountId)
    await forgetSecondFactor(queries, accountId)
    await spendConfirmations(queries, accountId)
    return sessions.removeAll(queries, accountId, null)
  }

  /** Null if a concurrent sign-in came in between. */
  const connect = (claims: IdClaims, email: string, locale: Language): Promise<Resolved | null> =>
    database.db
      .transaction(async (queries): Promise<Resolved> => {
        const link = async (accountId: string) => {
          if (!(await store.insert(queries, claims, accountId, clock.now()))) queries.rollback()
        }
        const existing = await accounts.lockByEmail(queries, email)
        if (existing === null) {
          const account: Account = {
            id: randomUUID(),
            email,
            passwordHash: null,
            isConfirmed: claims.isEmailVerified,
            locale,
          }
          if (!(await accounts.insert(queries, account))) queries.rollback()
          await link(account.id)
          return { account, happened: ['account_created'], endedSessions: [] }
        }
        if (!claims.isEmailVerified) throw refusal()
        const endedSessions = existing.isConfirmed ? [] : await takeOver(queries, existing.id)
        await link(existing.id)
        const account = existing.isConfirmed
          ? existing
          : { ...existing, isConfirmed: true, passwordHash: null }
        const happened: SecurityEventKind[] = existing.isConfirmed
          ? ['identity_linked']
          : ['account_confirmed', 'identity_linked']
        return { account, happened, endedSessions }
      })
      .catch((error: unknown) => {
        if (error instanceof TransactionRollbackError) return null
        throw error
      })

  const resolve = async (claims: IdClaims, locale: Language): Promise<Resolved> => {
    const email = emailSchema.safeParse(claims.email ?? '')
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const accountId = await store.findAccountId(claims)
      const account = accountId === null ? null : await accounts.find(accountId)
      if (account !== null) return { account, happened: [], endedSessions: [] }
      if (!email.success) throw refusal()
      const connected = await connect(claims, email.data, locale)
      if (connected !== null) return connected
    }
    throw new Error('An identity could not be connected')
  }

  return {
    createNonce: nonces.create,

    /** The account that an id token signs in to. Throws `invalid_credentials` without a key, or ProviderUnreachable. */
    async authenticate({ idToken, nonceCookie, locale }: Shown): Promise<{
      proven: Proven
      profile: Profile
      happened: SecurityEventKind[]
    }> {
      const claims = await idTokens.verify(idToken)
      if (claims === null || !(await isFirstUse(claims, nonceCookie))) throw refusal()
      const { account, happened, endedSessions } = await resolve(claims, locale)
      await sessions.announceEnded(endedSessions)
      const proven: Proven = {
        accountId: account.id,
        credentialMark: credentialMarkOf(account),
        means: claims.means,
        isWhole: false,
      }
      return { proven, profile: profileOf(account), happened }
    },
  }
}

export type IdentityService = ReturnType<typeof createIdentityService>
