import { type SetupStarted, setupStartedSchema } from '@senca/contract/setup'
import { parseJson } from '#core/failures.ts'

const KEY = 'senca-setup'

/** The code that this tab made and that is not over: a page that is loaded again goes on with it. */
export function readKeptCode(now: number): SetupStarted | null {
  try {
    const kept = setupStartedSchema.safeParse(parseJson(sessionStorage.getItem(KEY) ?? ''))
    return kept.success && Date.parse(kept.data.expiresAt) > now ? kept.data : null
  } catch {
    return null
  }
}

export function keepCode(started: SetupStarted | null): void {
  try {
    if (started === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(started))
  } catch {
    // Another one is made, then.
  }
}
