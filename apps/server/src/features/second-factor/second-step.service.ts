import type { SecondFactor } from '@senca/contract/second-factor'
import type { AccountService } from '#features/accounts/index.ts'
import { LIMIT_RULES, type Limited, type LimitService } from '#features/limits/index.ts'
import { createSecretToken, hashSecretToken, type Proven } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { addressBlockOf } from '#platform/http/address-block.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'
import type { Sealing } from '#platform/sealing.ts'
import type { MeansStore } from './means.store.ts'
import type { PasskeyChecks, ShownPasskey } from './passkey-checks.ts'
import { hashRecoveryCode, readRecoveryCode } from './recovery-codes.ts'
import type { SignInState, SignInStateStore } from './sign-in-states.store.ts'
import { totpStepOf } from './totp.ts'

const STATE_MS = 5 * 60_000
const GUESSES_PER_STATE = 10
const SIX_DIGITS = /^\d{6}$/

interface SecondStepOptions {
  db: DrizzleDatabase
  means: MeansStore
  states: SignInStateStore
  passkeys: PasskeyChecks
  sealing: Sealing
  accounts: Pick<AccountService, 'credentialMark'>
  clock: Clock
  limits: LimitService
  /** Called for a secret that was sealed with another session secret and can no longer be read. */
  unreadable(accountId: string): void
}

/** What a person sends to finish a sign-in: a code of any kind, or the answer of a passkey. */
export type Shown = { code: string } | ShownPasskey

/** The result of the second step; a failure also contains the account. */
export type SecondStep =
  | { ok: true; proven: Proven; by: SecondFactor }
  | { ok: false; accountId: string; by: 'code' | 'passkey' }

const digitsOf = (typed: string): string => typed.replaceAll(/\s/g, '')

/** The second step of signing in. */
export function createSecondStepService(options: SecondStepOptions) {
  const { db, means, states, passkeys, sealing, accounts, clock, limits, unreadable } = options

  const checkTotp = async (accountId: string, code: string): Promise<boolean> => {
    const sealed = (await means.find(accountId))?.totpSecret ?? null
    const secret = sealed === null ? null : sealing.open(sealed, accountId)
    if (sealed !== null && secret === null) unreadable(accountId)
    const step = secret === null ? null : totpStepOf(secret, code, clock.now())
    return step !== null && (await means.takeStep(accountId, step))
  }

  const checkRecoveryCode = async (accountId: string, letters: string): Promise<boolean> => {
    const salt = (await means.find(accountId))?.recoverySalt ?? null
    return salt !== null && (await means.spendRecoveryCode(accountId, await hashRecoveryCode(letters, salt)))
  }

  const checkCode = async (accountId: string, typed: string): Promise<SecondFactor | null> => {
    const digits = digitsOf(typed)
    if (SIX_DIGITS.test(digits)) return (await checkTotp(accountId, digits)) ? 'totp' : null
    const letters = readRecoveryCode(typed)
    return letters !== null && (await checkRecoveryCode(accountId, letters)) ? 'recovery' : null
  }

  /** A person who knows the password could request many states, so guesses are counted across all of them. */
  const budgetOf = (accountId: string, shown: Shown, { address }: Caller): Limited => {
    const block = addressBlockOf(address)
    if (!('code' in shown)) return [LIMIT_RULES.passkeyGuesses, accountId, block]
    if (SIX_DIGITS.test(digitsOf(shown.code))) return [LIMIT_RULES.totpGuesses, accountId]
    return [LIMIT_RULES.recoveryGuesses, accountId, block]
  }

  const check = async (state: SignInState, shown: Shown): Promise<SecondFactor | null> => {
    if ('code' in shown) return checkCode(state.accountId, shown.code)
    return (await passkeys.check(state.accountId, shown, state.challengeHash, 'preferred')) ? 'passkey' : null
  }

  /** Throws `login_required` for a state that is no longer valid. */
  const assertLive = async (state: SignInState | null): Promise<SignInState> => {
    if (state === null || (await accounts.credentialMark(state.accountId)) !== state.credentialMark)
      throw new ApiError('login_required', { key: 'state' })
    return state
  }

  return {
    /** Returns the state with which a sign-in continues; null for an account without a second factor. */
    async ask({ accountId, credentialMark, means: first }: Proven): Promise<string | null> {
      const hasTotp = ((await means.find(accountId))?.totpSecret ?? null) !== null
      if (!hasTotp && !(await passkeys.isThere(accountId))) return null
      const state = createSecretToken()
      const createdAt = clock.now()
      await states.insert({
        stateHash: hashSecretToken(state),
        accountId,
        means: first,
        credentialMark,
        guesses: 0,
        challengeHash: null,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + STATE_MS),
      })
      return state
    },

    /** The available factors for a sign-in, and the browser's options if there is a passkey. */
    async options(token: string) {
      const stateHash = hashSecretToken(token)
      const { accountId } = await assertLive(await states.find(stateHash, clock.now(), GUESSES_PER_STATE))
      const asked = await passkeys.ask(accountId, 'preferred')
      if (asked !== null) await states.setChallenge(stateHash, asked.challengeHash)
      const hasTotp = ((await means.find(accountId))?.totpSecret ?? null) !== null
      const hasCodes = (await means.countRecoveryCodes(db, accountId)) > 0
      const has: Record<SecondFactor, boolean> = {
        totp: hasTotp,
        passkey: asked !== null,
        recovery: hasCodes,
      }
      const order: SecondFactor[] = ['totp', 'passkey', 'recovery']
      return { means: order.filter((each) => has[each]), passkey: asked?.options ?? null }
    },

    /**
     * Throws `login_required` for a state that is unknown, expired, used or has had too many guesses, and `too_many_requests`.
     */
    async finish(token: string, shown: Shown, caller: Caller): Promise<SecondStep> {
      const stateHash = hashSecretToken(token)
      const state = await assertLive(await states.consumeGuess(stateHash, clock.now(), GUESSES_PER_STATE))
      const { accountId, credentialMark, means: first } = state
      const budget = budgetOf(accountId, shown, caller)
      // Counted before the check, so that parallel guesses are counted too.
      await limits.take(budget)
      const by = await check(state, shown)
      if (by === null) return { ok: false, accountId, by: 'code' in shown ? 'code' : 'passkey' }
      await limits.giveBack(budget)
      if (!(await states.finish(stateHash))) throw new ApiError('login_required', { key: 'state' })
      return { ok: true, by, proven: { accountId, credentialMark, means: first, isWhole: true } }
    },
  }
}

export type SecondStepService = ReturnType<typeof createSecondStepService>
