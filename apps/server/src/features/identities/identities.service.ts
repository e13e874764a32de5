import { randomUUID } from 'node:crypto'
import { emailSchema, type Language, type Profile } from '@senca/contract'
import type { SecurityEventKind } from '@senca/contract/account'
// biome-ignore lint/style/noRestrictedImports: the error of a transaction that was rolled back.
import { TransactionRollbackError } from 'drizzle-orm'
import { type Account, type AccountService, credentialMarkOf, profileOf } from '#features/accounts/index.ts'
import type { TakeOver } from '#features/deletion/index.ts'
import { hashSecretToken, type Proven } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database } from '#platform/postgres/database.ts'
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
  takeOver: TakeOver
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
  /** Call it after the commit. */
  finish(): Promise<void>
}

const nothing = async () => {}
const refusal = () => new ApiError('invalid_credentials')

/** Signs in people with id tokens of Google or Apple. */
export function createIdentityService(options: IdentityServiceOptions) {
  const { store, idTokens, nonces, database, accounts, takeOver, clock } = options

  /** A token is accepted once: with a nonce only in the browser that requested the nonce, without a nonce by its first use. */
  const isFirstUse = async (claims: IdClaims, nonceCookie: string | undefined): Promise<boolean> => {
    if (claims.nonce === null) return store.useOnce(hashSecretToken(claims.signedPart), claims.expiresAt)
    const end = nonceCookie === undefined ? null : nonces.endOf(nonceCookie, claims.nonce)
    return end !== null && (await store.useOnce(hashSecretToken(`nonce ${claims.nonce}`), end))
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
          return { account, happened: ['account_created'], finish: nothing }
        }
        if (!claims.isEmailVerified) throw refusal()
        const account = existing.isConfirmed
          ? existing
          : { ...existing, isConfirmed: true, passwordHash: null }
        const finish = existing.isConfirmed ? nothing : await takeOver.renew(queries, account)
        await link(existing.id)
        const happened: SecurityEventKind[] = existing.isConfirmed
          ? ['identity_linked']
          : ['account_confirmed', 'identity_linked']
        return { account, happened, finish }
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
      if (account !== null) return { account, happened: [], finish: nothing }
      if (!email.success) throw refusal()
      const stranger = claims.isEmailVerified ? await accounts.findByEmail(email.data) : null
      if (stranger?.isConfirmed === false) await takeOver.releaseDevices(stranger.id)
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
      const { account, happened, finish } = await resolve(claims, locale)
      await finish()
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
