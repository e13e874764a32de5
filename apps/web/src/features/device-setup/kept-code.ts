import { type SetupStarted, setupStartedSchema } from '@senca/contract/setup'
import { parseJson } from '#core/api/failures.ts'

const KEY = 'senca-setup'

/** The set-up code of this tab if it is still valid, so that a reloaded page continues with it. */
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
    // Without a stored code a new one is created.
  }
}
