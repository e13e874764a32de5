import type { ApiToken } from '@senca/contract'
import type { Clock } from '../clock.ts'
import { ApiFailure } from './failures.ts'

export interface ApiTokens {
  /** The bearer token. Throws login_required when there is no session to get one from. */
  get(): Promise<string>
  clear(): void
}

interface Needs {
  /** Gets a new token with the session cookie. */
  refresh(): Promise<ApiToken>
  clock: Pick<Clock, 'now'>
}

/** A token cache: the token is fetched when it is first needed and kept until it expires. Only one refresh runs at a time. */
export function createApiTokens({ refresh, clock }: Needs): ApiTokens {
  let kept: ApiToken | null = null
  let running: { generation: number; token: Promise<ApiToken> } | null = null
  let generation = 0

  const start = () => {
    const started = { generation, token: refresh().catch(asLoginRequired) }
    running = started
    const end = () => {
      if (running === started) running = null
    }
    return started.token.finally(end)
  }

  return {
    async get() {
      for (;;) {
        if (kept !== null && Date.parse(kept.expiresAt) > clock.now()) return kept.token
        const asked = generation
        if (running !== null && running.generation !== generation) {
          // A refresh from before the last clear. Its token is not used, but two refreshes must not overlap, so it is awaited.
          await running.token.catch(() => undefined)
          continue
        }
        const token = await (running?.token ?? start())
        if (asked !== generation) continue
        kept = token
        return token.token
      }
    },
    clear() {
      kept = null
      generation += 1
    },
  }
}

const NO_SESSION: readonly string[] = [
  'missing_login',
  'missing_data',
  'data_missing',
  'missing_password',
  'login_required',
]

/**
 * The server treats a refresh without a session as a login without fields, so all these refusals mean that nobody is signed in.
 */
function asLoginRequired(failure: unknown): never {
  if (failure instanceof ApiFailure && NO_SESSION.includes(failure.error)) {
    throw new ApiFailure(failure.status, {
      error: 'login_required',
      error_description: failure.description,
    })
  }
  throw failure
}
