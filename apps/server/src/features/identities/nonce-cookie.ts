import { createSecretToken, hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Sealing } from '#platform/sealing.ts'

/** The time to choose an account and sign in at the provider. */
const LIFE_MS = 10 * 60_000
const CONTEXT = 'nonce cookie'

/**
 * The cookie that binds a nonce to a browser. It contains the nonce's hash and expiry, sealed, so nothing is stored on the
 * server.
 */
export function createNonceCookies({ sealing, clock }: { sealing: Sealing; clock: Clock }) {
  return {
    create() {
      const nonce = createSecretToken()
      const expiresAt = new Date(clock.now().getTime() + LIFE_MS)
      const value = sealing.seal(`${hashSecretToken(nonce)} ${expiresAt.getTime()}`, CONTEXT)
      return { nonce, value, expiresAt }
    },
    /** The expiry of the cookie if it belongs to the nonce; otherwise null. */
    endOf(value: string, nonce: string): Date | null {
      const [hash, end] = (sealing.open(value, CONTEXT) ?? '').split(' ')
      const expiresAt = new Date(Number(end))
      return hash === hashSecretToken(nonce) && expiresAt > clock.now() ? expiresAt : null
    },
  }
}

export type NonceCookies = ReturnType<typeof createNonceCookies>
