import { addressBlockOf } from '#platform/http/address-block.ts'
import type { Caller } from '#platform/http/caller.ts'
import { LIMIT_RULES } from './limit-rules.ts'
import type { Limited, LimitService } from './limits.service.ts'

/**
 * Slows those who guess what an account is signed in to with. An address from which the account was made or
 * signed in to is slowed by its own failures only: strangers who guess from everywhere do not lock the owner out.
 */
export function createGuessGuard(limits: LimitService) {
  const byAddress = ({ address }: Caller): Limited => [LIMIT_RULES.failuresByAddress, addressBlockOf(address)]
  const byBoth = (accountId: string, { address }: Caller): Limited => [
    LIMIT_RULES.failuresByAccountAndAddress,
    accountId,
    addressBlockOf(address),
  ]
  const byAccount = (accountId: string): Limited => [LIMIT_RULES.failuresByAccount, accountId]
  const known = (accountId: string, { address }: Caller): Limited => [
    LIMIT_RULES.knownAddress,
    accountId,
    addressBlockOf(address),
  ]

  return {
    /** Throws `too_many_requests`; call it before anything that costs. `accountId` is null where there is none. */
    async check(caller: Caller, accountId: string | null): Promise<void> {
      if (accountId !== null) {
        await limits.check(byBoth(accountId, caller))
        if (await limits.isRemembered(known(accountId, caller))) return
        await limits.check(byAccount(accountId))
      }
      await limits.check(byAddress(caller))
    },
    async failed(caller: Caller, accountId: string | null): Promise<void> {
      await limits.count(byAddress(caller))
      if (accountId === null) return
      await limits.count(byBoth(accountId, caller))
      // Strangers would fill up with a known address's failures what only they are slowed by.
      if (!(await limits.isRemembered(known(accountId, caller)))) await limits.count(byAccount(accountId))
    },
    /** The account was made or signed in to. */
    async succeeded(caller: Caller, accountId: string): Promise<void> {
      await limits.remember(known(accountId, caller))
    },
    /** The owner has shown by other means to be who they are: whatever was guessed before no longer counts. */
    async forgive(caller: Caller, accountId: string): Promise<void> {
      await limits.remember(known(accountId, caller))
      await limits.clear(byBoth(accountId, caller), byAccount(accountId))
    },
  }
}

export type GuessGuard = ReturnType<typeof createGuessGuard>
