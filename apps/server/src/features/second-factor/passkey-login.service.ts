import { type AccountService, credentialMarkOf, profileOf } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { GuessGuard } from '#features/limits/index.ts'
import { hashSecretToken, type Proven } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Sealing } from '#platform/sealing.ts'
import type { MeansStore } from './means.store.ts'
import { type PasskeyCeremonies, readCredential } from './passkey-ceremonies.ts'
import type { ShownPasskey } from './passkey-checks.ts'

const STATE_MS = 5 * 60_000
const CONTEXT = 'challenge'

interface PasskeyLoginOptions {
  accounts: Pick<AccountService, 'findOpen'>
  means: MeansStore
  ceremonies: PasskeyCeremonies
  sealing: Sealing
  guesses: GuessGuard
  trail: Pick<Activity, 'recordSecurityEvent'>
  /** Returns false if this was used before; of concurrent calls only one succeeds. */
  useOnce(hash: string, expiresAt: Date): Promise<boolean>
  clock: Clock
}

const isOver = () => new ApiError('login_required', { key: 'state' })

/**
 * Signs in by a passkey alone: it is held, and its authenticator has checked who holds it. Nothing is stored before a challenge
 * is signed, because anybody may ask for one: the state is its hash and its end, sealed.
 */
export function createPasskeyLogin(options: PasskeyLoginOptions) {
  const { accounts, means, ceremonies, sealing, guesses, trail, useOnce, clock } = options

  const readState = (state: string): { challengeHash: string; expiresAt: Date } => {
    const [challengeHash = '', end] = (sealing.open(state, CONTEXT) ?? '').split(' ')
    const expiresAt = new Date(Number(end))
    if (!(expiresAt > clock.now())) throw isOver()
    return { challengeHash, expiresAt }
  }

  /** The passkey and its account, if somebody may sign in to that one. The authenticator must name both. */
  const find = async (credential: unknown) => {
    const named = readCredential(credential)
    const passkey = named === null ? null : await means.findPasskey(named.id)
    if (passkey === null || passkey.accountId !== named?.accountId) return null
    const account = await accounts.findOpen(passkey.accountId)
    return account === null ? null : { passkey, account }
  }

  return {
    async start() {
      const made = await ceremonies.authenticationOptions([], 'required')
      const end = clock.now().getTime() + STATE_MS
      return { state: sealing.seal(`${hashSecretToken(made.challenge)} ${end}`, CONTEXT), options: made }
    },

    /**
     * Throws `login_required` for a state that is unknown, over or used, `invalid_credentials` with key `credential`, and
     * `too_many_requests`.
     */
    async finish(state: string, { credential, host }: ShownPasskey, caller: Caller) {
      const { challengeHash, expiresAt } = readState(state)
      const found = await find(credential)
      const accountId = found?.account.id ?? null
      await guesses.check(caller, accountId)
      const isChallenge = (challenge: string) => hashSecretToken(challenge) === challengeHash
      const signed =
        found === null
          ? null
          : await ceremonies.verifyAuthentication(credential, [found.passkey], isChallenge, host, 'required')
      if (signed !== null && !(await useOnce(hashSecretToken(`passkey ${challengeHash}`), expiresAt)))
        throw isOver()
      const isProven = signed !== null && (await means.usePasskey(signed.id, signed.counter, clock.now()))
      if (found === null || !isProven) {
        await guesses.failed(caller, accountId)
        if (accountId !== null)
          await trail.recordSecurityEvent({ accountId, kind: 'sign_in_failed', detail: 'passkey', caller })
        throw new ApiError('invalid_credentials', { key: 'credential' })
      }
      const { account } = found
      await guesses.succeeded(caller, account.id)
      const proven: Proven = {
        accountId: account.id,
        credentialMark: credentialMarkOf(account),
        means: 'passkey',
        isWhole: true,
      }
      return { proven, profile: profileOf(account) }
    },
  }
}

export type PasskeyLogin = ReturnType<typeof createPasskeyLogin>
