import type { Profile } from '@senca/contract'
import { useStore } from 'zustand'
import { api, leaveLater } from '#core/browser.ts'
import { browserClock } from '#core/clock.ts'
import { createEmitter } from '#core/emitter.ts'
import { browserStorage } from '#core/storage.ts'
import type { AccountState } from './account-state.ts'
import { createAccountsApi } from './accounts.api.ts'
import { createSession } from './session.ts'

const accountLeft = createEmitter<void>()
const profile = createEmitter<Profile>()

/** Called when the page must forget what it knows about the account. */
export const onAccountLeft = accountLeft.subscribe
export const onProfile = profile.subscribe

export const accountsApi = createAccountsApi(api)

export const session = createSession({
  accounts: accountsApi,
  api,
  storage: browserStorage,
  leaveLater,
  onAccountLeft: () => accountLeft.emit(),
  onProfile: profile.emit,
  now: () => browserClock.now(),
})

export function useAccount<T>(select: (account: AccountState) => T): T {
  return useStore(session.store, select)
}
