import { hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { DrizzleDatabase } from '#platform/postgres/database.ts'
import type { MeansStore } from './means.store.ts'
import type { PasskeyCeremonies, Verification } from './passkey-ceremonies.ts'

interface PasskeyChecksOptions {
  db: DrizzleDatabase
  means: MeansStore
  ceremonies: PasskeyCeremonies
  clock: Clock
}

/** The browser's answer with a passkey, and the host of its page. */
export interface ShownPasskey {
  credential: unknown
  host: string
}

/** Creates challenges for the passkeys of an account and checks the answers. */
export function createPasskeyChecks({ db, means, ceremonies, clock }: PasskeyChecksOptions) {
  return {
    async isThere(accountId: string): Promise<boolean> {
      return (await means.listPasskeys(db, accountId)).length > 0
    },
    /**
     * Returns the options for the browser and the hash of their challenge, which is all that must be stored; null if the account
     * has no passkey.
     */
    async ask(accountId: string, verification: Verification) {
      const passkeys = await means.listPasskeys(db, accountId)
      if (passkeys.length === 0) return null
      const options = await ceremonies.authenticationOptions(passkeys, verification)
      return { options, challengeHash: hashSecretToken(options.challenge) }
    },
    /** Whether a passkey of the account has signed the challenge with this hash. The use is recorded. */
    async check(
      accountId: string,
      { credential, host }: ShownPasskey,
      challengeHash: string | null,
      verification: Verification,
    ) {
      const passkeys = await means.listPasskeys(db, accountId)
      const isChallenge = (challenge: string) => hashSecretToken(challenge) === challengeHash
      const used = await ceremonies.verifyAuthentication(
        credential,
        passkeys,
        isChallenge,
        host,
        verification,
      )
      return used !== null && (await means.usePasskey(used.id, used.counter, clock.now()))
    },
  }
}

export type PasskeyChecks = ReturnType<typeof createPasskeyChecks>
