import type { ApiToken } from '@senca/contract'
import type { Clock } from './clock.ts'
import { ApiFailure } from './failures.ts'

export interface ApiTokens {
  /** The bearer token; raises login_required when there is no session to get one from. */
  get(): Promise<string>
  clear(): void
}

interface Needs {
  /** Gets a new token from the session. */
  refresh(): Promise<ApiToken>
  clock: Pick<Clock, 'now'>
}

/** Fetched when first needed, kept until its expiry, never refreshed twice at once. */
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
          // A token of before the last clear: waited out, because two refreshes may not overlap, but not used.
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

/** Without a session the refresh reads as a login without fields: all its refusals mean the same. */
function asLoginRequired(failure: unknown): never {
  if (failure instanceof ApiFailure && NO_SESSION.includes(failure.error)) {
    throw new ApiFailure(failure.status, {
      error: 'login_required',
      error_description: failure.description,
    })
  }
  throw failure
}
