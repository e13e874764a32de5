import { addressBlockOf } from '#platform/http/address-block.ts'
import type { Caller } from '#platform/http/caller.ts'
import { LIMIT_RULES } from './limit-rules.ts'
import type { Limited, LimitService } from './limits.service.ts'

/**
 * Limits guesses at the credentials of an account. An address from which the account was created or signed in to is limited only
 * by its own failures, so strangers who guess from many addresses do not lock the owner out.
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
    /** Throws `too_many_requests`. Call it before expensive work. `accountId` is null if there is no account. */
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
      // Failures from a known address do not count towards the limit for strangers.
      if (!(await limits.isRemembered(known(accountId, caller)))) await limits.count(byAccount(accountId))
    },
    /** Called after the account was created or signed in to. */
    async succeeded(caller: Caller, accountId: string): Promise<void> {
      await limits.remember(known(accountId, caller))
    },
    /** Called when the owner has proven their identity by other means. Earlier failures no longer count. */
    async forgive(caller: Caller, accountId: string): Promise<void> {
      await limits.remember(known(accountId, caller))
      await limits.clear(byBoth(accountId, caller), byAccount(accountId))
    },
  }
}

export type GuessGuard = ReturnType<typeof createGuessGuard>
