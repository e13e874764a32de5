import { createSecretToken, hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Sealing } from '#platform/sealing.ts'

/** To choose an account and sign in with the provider. */
const LIFE_MS = 10 * 60_000
const CONTEXT = 'nonce cookie'

/** The cookie by which a nonce is known again: its hash and end, sealed, so that nothing is kept for who never returns. */
export function createNonceCookies({ sealing, clock }: { sealing: Sealing; clock: Clock }) {
  return {
    create() {
      const nonce = createSecretToken()
      const expiresAt = new Date(clock.now().getTime() + LIFE_MS)
      const value = sealing.seal(`${hashSecretToken(nonce)} ${expiresAt.getTime()}`, CONTEXT)
      return { nonce, value, expiresAt }
    },
    /** Until when the cookie is good for the nonce, or null when it is not. */
    endOf(value: string, nonce: string): Date | null {
      const [hash, end] = (sealing.open(value, CONTEXT) ?? '').split(' ')
      const expiresAt = new Date(Number(end))
      return hash === hashSecretToken(nonce) && expiresAt > clock.now() ? expiresAt : null
    },
  }
}

export type NonceCookies = ReturnType<typeof createNonceCookies>
