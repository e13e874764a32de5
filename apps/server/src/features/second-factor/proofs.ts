import type { AccountService } from '#features/accounts/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { SessionService } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'

/** An account without a password must have signed in this recently. */
const FRESH_SIGN_IN_MS = 10 * 60_000

interface ProofsOptions {
  accounts: Pick<AccountService, 'get' | 'provePassword'>
  sessions: Pick<SessionService, 'startedAt'>
  clock: Clock
}

/** The proof that is required again before a change; for an account without a password it is empty. */
export interface Proof {
  password: string
  caller: Caller
}

/** The proof in a call that requires one only in some cases. */
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
    // A sign-in that lies ahead was by a clock that was set back since.
    const ageMs = startedAt === null ? Number.NaN : clock.now().getTime() - startedAt.getTime()
    const isFresh = Math.abs(ageMs) <= FRESH_SIGN_IN_MS
    if (!isFresh) throw new ApiError('insufficient_permission', { key: 'password' })
    return account
  }

/**
 * Requires a proof of the owner before the protection of a door changes. Throws like `Prove`, and `data_missing` with key
 * `password` without a proof.
 */
export async function proveForDoor(
  prove: Prove,
  actor: AccountActor,
  { password, caller }: ShownProof,
  deviceId: string,
): Promise<void> {
  if (password === undefined) throw new ApiError('data_missing', { key: 'password', deviceId })
  await prove(actor, { password, caller })
}
