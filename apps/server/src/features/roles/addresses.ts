import { type Account, type AccountService, emailKeyOf } from '#features/accounts/index.ts'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'

interface AddressesOptions {
  accounts: Pick<AccountService, 'find' | 'findByEmail'>
  limits: Pick<LimitService, 'consumeSeveral'>
}

/**
 * Finds accounts by e-mail address. Because the result reveals who has an account, each account may look up only a limited number
 * of addresses per hour. A call over the limit is refused as a whole.
 */
export function createAddresses({ accounts, limits }: AddressesOptions) {
  return {
    /**
     * Returns the accounts in the order of the addresses. Throws, with `key`: `malformed_request` for the actor's own address,
     * `too_many_requests`, and `account_not_found` and `other_account_confirmation_required` with the address as detail.
     */
    async find(actor: AccountActor, addresses: readonly string[], key: string): Promise<Account[]> {
      if (addresses.length === 0) return []
      const own = await accounts.find(actor.accountId)
      const isOwn = (email: string) => own !== null && emailKeyOf(email) === emailKeyOf(own.email)
      if (addresses.some(isOwn))
        throw new ApiError('malformed_request', { key, message: 'This is your own address.' })
      await limits.consumeSeveral([LIMIT_RULES.addressesAskedByAccount, actor.accountId], addresses.length)
      const found: Account[] = []
      for (const email of addresses) {
        const account = await accounts.findByEmail(email)
        if (account === null) throw new ApiError('account_not_found', { key, detail: email })
        if (!account.isConfirmed)
          throw new ApiError('other_account_confirmation_required', { key, detail: email })
        found.push(account)
      }
      return found
    },
  }
}

export type Addresses = ReturnType<typeof createAddresses>
