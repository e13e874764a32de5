import type { SecondFactorStatus } from '@senca/contract/second-factor'
import type { AccountService } from '#features/accounts/index.ts'
import { credentialChange, type Notify } from '#features/notifications/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import type { Sealing } from '#platform/sealing.ts'
import type { MeansStore } from './means.store.ts'
import type { PasskeyCeremonies } from './passkey-ceremonies.ts'
import type { Proof, Prove } from './proofs.ts'
import {
  createRecoveryCodes,
  createRecoverySalt,
  hashRecoveryCode,
  readRecoveryCode,
} from './recovery-codes.ts'
import { createTotpSecret, totpStepOf, totpUri } from './totp.ts'

/** The time to scan and type a code, or to touch a key. */
const SETUP_MS = 10 * 60_000
const MAX_PASSKEYS = 20

interface SecondFactorOptions {
  db: DrizzleDatabase
  accounts: Pick<AccountService, 'get'>
  store: MeansStore
  ceremonies: PasskeyCeremonies
  sealing: Sealing
  prove: Prove
  clock: Clock
  notify: Pick<Notify, 'publish'>
}

type Means = NonNullable<Awaited<ReturnType<MeansStore['find']>>>

/** The management of a person's second factors. */
export function createSecondFactorService(options: SecondFactorOptions) {
  const { db, accounts, store, ceremonies, sealing, prove, clock, notify } = options
  const inTime = () => new Date(clock.now().getTime() + SETUP_MS)
  const isOver = (until: Date | null) => until === null || until.getTime() <= clock.now().getTime()

  /**
   * Throws `account_confirmation_required` for an unconfirmed account. Otherwise a person who registers an address of somebody
   * else could lock its owner out.
   */
  const assertConfirmed = async ({ accountId }: AccountActor): Promise<void> => {
    const { isConfirmed } = await accounts.get(accountId)
    if (!isConfirmed) throw new ApiError('account_confirmation_required')
  }

  const renewCodes = async (queries: Queries, accountId: string): Promise<string[]> => {
    const codes = createRecoveryCodes()
    const salt = createRecoverySalt()
    const hashes = codes.map((code) => hashRecoveryCode(readRecoveryCode(code) ?? code, salt))
    await store.replaceRecoveryCodes(queries, accountId, salt, await Promise.all(hashes))
    return codes
  }

  /** Recovery codes are created with the first factor and deleted with the last. */
  const settle = async (queries: Queries, { accountId }: Means, hasTotp: boolean): Promise<string[]> => {
    const hasMeans = hasTotp || (await store.listPasskeys(queries, accountId)).length > 0
    const isFirst = hasMeans && (await store.countRecoveryCodes(queries, accountId)) === 0
    if (isFirst) return renewCodes(queries, accountId)
    if (!hasMeans) await store.replaceRecoveryCodes(queries, accountId, null, [])
    return []
  }

  return {
    async status({ accountId }: AccountActor): Promise<SecondFactorStatus> {
      const means = await store.find(accountId)
      const passkeys = await store.listPasskeys(db, accountId)
      return {
        totp: means !== null && means.totpSecret !== null,
        passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        recoveryCodesLeft: await store.countRecoveryCodes(db, accountId),
      }
    },

    /** Returns a new secret. An existing secret stays active until the new one is confirmed. */
    async startTotp(actor: AccountActor, proof: Proof): Promise<{ secret: string; uri: string }> {
      await assertConfirmed(actor)
      const { email } = await prove(actor, proof)
      const secret = createTotpSecret()
      await store.change(actor.accountId, (queries) =>
        store.set(queries, actor.accountId, {
          pendingTotpSecret: sealing.seal(secret, actor.accountId),
          pendingTotpUntil: inTime(),
        }),
      )
      return { secret, uri: totpUri(secret, email) }
    },

    /** Activates the secret that was shown. Throws `confirmation_code_expired`, `invalid_credentials`. */
    async confirmTotp(actor: AccountActor, code: string): Promise<string[]> {
      await assertConfirmed(actor)
      const { accountId } = actor
      return store.change(accountId, async (queries, means) => {
        const sealed = isOver(means.pendingTotpUntil) ? null : means.pendingTotpSecret
        const secret = sealed === null ? null : sealing.open(sealed, accountId)
        if (secret === null) throw new ApiError('confirmation_code_expired')
        const step = totpStepOf(secret, code, clock.now())
        if (step === null) throw new ApiError('invalid_credentials', { key: 'code' })
        await store.set(queries, accountId, {
          totpSecret: means.pendingTotpSecret,
          totpLastStep: step,
          pendingTotpSecret: null,
          pendingTotpUntil: null,
        })
        await notify.publish(queries, credentialChange(actor, { change: 'appAdded' }, clock.now()))
        return settle(queries, means, true)
      })
    },

    /** Returns false if there was none to remove. */
    async removeTotp(actor: AccountActor, proof: Proof): Promise<boolean> {
      await prove(actor, proof)
      return store.change(actor.accountId, async (queries, means) => {
        await store.set(queries, actor.accountId, {
          totpSecret: null,
          pendingTotpSecret: null,
          pendingTotpUntil: null,
        })
        await settle(queries, means, false)
        const wasThere = means.totpSecret !== null
        if (wasThere)
          await notify.publish(queries, credentialChange(actor, { change: 'appRemoved' }, clock.now()))
        return wasThere
      })
    },

    async startPasskey(actor: AccountActor, proof: Proof) {
      await assertConfirmed(actor)
      const { email } = await prove(actor, proof)
      const { accountId } = actor
      return store.change(accountId, async (queries) => {
        const existing = await store.listPasskeys(queries, accountId)
        if (existing.length >= MAX_PASSKEYS)
          throw new ApiError('insufficient_permission', { key: 'passkeys' })
        const made = await ceremonies.registrationOptions({ accountId, email }, existing)
        await store.set(queries, accountId, {
          passkeyChallengeHash: hashSecretToken(made.challenge),
          passkeyChallengeUntil: inTime(),
        })
        return made
      })
    },

    /** Throws `confirmation_code_expired`, `invalid_credentials`, `public_key_already_exists`. */
    async addPasskey(actor: AccountActor, credential: unknown, name: string, host: string) {
      await assertConfirmed(actor)
      const { accountId } = actor
      return store.change(accountId, async (queries, means) => {
        const hash = isOver(means.passkeyChallengeUntil) ? null : means.passkeyChallengeHash
        if (hash === null) throw new ApiError('confirmation_code_expired')
        const isChallenge = (challenge: string) => hashSecretToken(challenge) === hash
        const passkey = await ceremonies.verifyRegistration(credential, isChallenge, host)
        if (passkey === null) throw new ApiError('invalid_credentials', { key: 'credential' })
        await store.set(queries, accountId, { passkeyChallengeHash: null, passkeyChallengeUntil: null })
        const named = { ...passkey, name, createdAt: clock.now(), lastUsedAt: null }
        if (!(await store.insertPasskey(queries, accountId, named)))
          throw new ApiError('public_key_already_exists')
        await notify.publish(queries, credentialChange(actor, { change: 'passkeyAdded', name }, clock.now()))
        return settle(queries, means, means.totpSecret !== null)
      })
    },

    /** Throws `resource_not_found` if the account has no such passkey. */
    async removePasskey(actor: AccountActor, id: string, proof: Proof): Promise<void> {
      await prove(actor, proof)
      await store.change(actor.accountId, async (queries, means) => {
        const name = await store.deletePasskey(queries, actor.accountId, id)
        if (name === null) throw new ApiError('resource_not_found', { key: 'id' })
        await notify.publish(
          queries,
          credentialChange(actor, { change: 'passkeyRemoved', name }, clock.now()),
        )
        await settle(queries, means, means.totpSecret !== null)
      })
    },

    /** Throws `resource_not_found` if the account has no second factor. */
    async renewRecoveryCodes(actor: AccountActor, proof: Proof): Promise<string[]> {
      await prove(actor, proof)
      const { accountId } = actor
      return store.change(accountId, async (queries, means) => {
        const hasPasskey = (await store.listPasskeys(queries, accountId)).length > 0
        if (means.totpSecret === null && !hasPasskey) throw new ApiError('resource_not_found')
        await notify.publish(queries, credentialChange(actor, { change: 'codesRenewed' }, clock.now()))
        return renewCodes(queries, accountId)
      })
    },
  }
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>
