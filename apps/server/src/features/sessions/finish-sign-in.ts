import type { SecurityEventKind } from '@senca/contract/account'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#platform/errors.ts'
import { callerOf } from '#platform/http/caller.ts'
import { isForeignKeyViolation } from '#platform/postgres/database.ts'
import type { CookieJar } from './session-cookie.ts'
import type { SessionService } from './sessions.service.ts'

/** Writes an entry into the security trail of an account; `detail` names the means. */
export type RecordSecurityEvent = (
  request: FastifyRequest,
  event: { accountId: string; kind: SecurityEventKind; detail: string | null },
) => Promise<void>

/** What a person has proven so far in a sign-in. */
export interface Proven {
  accountId: string
  /** The credential mark of the account at the time of the check. */
  credentialMark: string
  means: 'password' | 'google' | 'apple' | 'passkey'
  /** True if no second step is required. */
  isWhole: boolean
  /** True if the account was created just now. */
  isNew?: boolean
}

/** Starts a session and sets its cookie in the reply, or throws `second_factor_required` with the state. */
export type FinishSignIn = (request: FastifyRequest, reply: FastifyReply, proven: Proven) => Promise<void>

interface FinishSignInOptions {
  sessions: SessionService
  cookies: CookieJar
  /** Null if the account is gone. */
  credentialMarkOf(accountId: string): Promise<string | null>
  /** Returns the state for the second step; null if the account has no second factor. */
  askSecondFactor(proven: Proven): Promise<string | null>
  record: RecordSecurityEvent
  /** Called when the session has begun. */
  begun(
    request: FastifyRequest,
    reply: FastifyReply,
    session: { id: string; accountId: string; isNewAccount: boolean },
  ): Promise<void>
}

/** The only way to get a session cookie, whatever a person signs in with. */
export function createFinishSignIn(options: FinishSignInOptions): FinishSignIn {
  const { sessions, cookies, credentialMarkOf, askSecondFactor, record, begun } = options
  const begin: FinishSignIn = async (request, reply, proven) => {
    const { accountId, credentialMark, means, isNew = false } = proven
    const state = proven.isWhole ? null : await askSecondFactor(proven)
    if (state !== null) throw new ApiError('second_factor_required', { state })
    const session = await sessions.signIn(accountId, cookies.read(request), callerOf(request))
    // A change of credentials ends existing sessions. This check covers a change during this sign-in.
    const mark = await credentialMarkOf(accountId)
    if (mark !== credentialMark) {
      await sessions.endByCookie(session.value)
      throw new ApiError('invalid_credentials', mark === null ? { key: 'login' } : {})
    }
    await record(request, { accountId, kind: 'signed_in', detail: means })
    // The cookie of the session is the first one of the answer.
    cookies.set(reply, session)
    await begun(request, reply, { id: session.id, accountId, isNewAccount: isNew })
  }
  return async (request, reply, proven) => {
    try {
      await begin(request, reply, proven)
    } catch (error) {
      // The account was deleted during the sign-in.
      if (isForeignKeyViolation(error)) throw new ApiError('invalid_credentials', { key: 'login' })
      throw error
    }
  }
}
