import type { AccountService } from '#features/accounts/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { SessionService } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'

/** An account without a password proves itself by a sign-in this fresh. */
const FRESH_SIGN_IN_MS = 10 * 60_000

interface ProofsOptions {
  accounts: Pick<AccountService, 'get' | 'provePassword'>
  sessions: Pick<SessionService, 'startedAt'>
  clock: Clock
}

/** Shown again before anything is changed; an account without a password shows none. */
export interface Proof {
  password: string
  caller: Caller
}

/** What came of it with a call, in which it is needed only at times. */
export type ShownProof = Omit<Proof, 'password'> & { password: Proof['password'] | undefined }

/**
 * Throws unless the person is still the one who signed in: `invalid_credentials` and `insufficient_permission` with key
 * `password`, `too_many_requests`.
 */
export type Prove = (actor: AccountActor, proof: Proof) => Promise<{ email: string }>

export const createProve =
  ({ accounts, sessions, clock }: ProofsOptions): Prove =>
  async (actor, { password, caller }) => {
    const account = await accounts.get(actor.accountId)
    if (account.passwordHash !== null) return accounts.provePassword(actor, password, 'password', caller)
    const startedAt = await sessions.startedAt(actor)
    const isFresh = startedAt !== null && clock.now().getTime() - startedAt.getTime() <= FRESH_SIGN_IN_MS
    if (!isFresh) throw new ApiError('insufficient_permission', { key: 'password' })
    return account
  }

/** Proves the owner of a door before what guards it changes; throws as a proof, and `data_missing` with key `password` without one. */
export async function proveForDoor(
  prove: Prove,
  actor: AccountActor,
  { password, caller }: ShownProof,
  deviceId: string,
): Promise<void> {
  if (password === undefined) throw new ApiError('data_missing', { key: 'password', deviceId })
  await prove(actor, { password, caller })
}
