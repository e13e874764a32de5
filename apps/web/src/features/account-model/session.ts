import type { Language, Profile } from '@senca/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApiClient } from '#core/api-client.ts'
import { type AccountEvent, type AccountState, nextAccountState } from './account-state.ts'
import {
  ACCOUNT_STORAGE_KEY,
  keepAccount,
  keepMailTime,
  parseAccount,
  readAccount,
  readMailTime,
} from './account-storage.ts'
import type { AccountsApi, SecondFactorProof } from './accounts.api.ts'

export interface Session {
  store: StoreApi<AccountState>
  /** These raise what the server refused. */
  login(email: string, password: string): Promise<void>
  /** With an identity token of Google or Apple; a new account takes `language`. */
  loginWithToken(idToken: string, language: Language): Promise<void>
  /** The second step of a sign-in that was answered with `state`. */
  finishLogin(state: string, proof: SecondFactorProof): Promise<void>
  register(email: string, password: string, language: Language): Promise<void>
  logout(everywhere: boolean): Promise<void>
  changePassword(current: string, fresh: string): Promise<void>
  /** What emailed links did to an account, which is most likely the one that is signed in here: the server is asked. */
  confirmed(): Promise<void>
  passwordAdded(): Promise<void>
  deleted(): Promise<void>
  /** Saves the language of mails; does nothing when nobody is logged in. */
  saveLocale(language: Language): Promise<void>
  /** When the last confirmation mail was asked for in this browser, in milliseconds since the epoch. */
  confirmationMailedAt(): number | null
  /** One was asked for just now. */
  confirmationMailed(): void
  /** Brings the slice up to date with the server; stays silent without a connection. */
  loadProfile(): Promise<void>
  /** Whether the last logout was asked for here: then nobody wants to come back to where it happened. */
  wasLeftByChoice(): boolean
  /** The server said that the session is over. */
  end(): void
  /** Another tab changed what is stored. */
  follow(event: Pick<StorageEvent, 'key' | 'newValue'>): void
}

interface Needs {
  accounts: AccountsApi
  api: Pick<ApiClient, 'forgetToken'>
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The account that the page knew things about is gone: forget them, close its sockets. */
  onAccountLeft(): void
  onProfile(profile: Profile): void
  /** Milliseconds since the epoch. */
  now(): number
}

/** Signing in and out, and what the page remembers of it. */
export function createSession(needs: Needs): Session {
  const { accounts, api, storage } = needs
  const store = createStore<AccountState>(() => readAccount(storage))

  const apply = (event: AccountEvent) => {
    store.setState(nextAccountState(store.getState(), event), true)
    keepAccount(storage, store.getState())
  }

  let isLeftByChoice = false

  const enter = (profile: Profile) => {
    isLeftByChoice = false
    apply({ type: 'loggedIn', profile })
    needs.onProfile(profile)
  }

  const leave = () => {
    api.forgetToken()
    keepMailTime(storage, null)
    needs.onAccountLeft()
  }

  const loadProfile = async () => {
    if (!store.getState().isLoggedIn) return
    try {
      const profile = await accounts.whoami()
      if (!store.getState().isLoggedIn) return
      apply({ type: 'profileLoaded', profile })
      needs.onProfile(profile)
    } catch {
      // The slice stands until the server can be asked; an ended session is told by `end`.
    }
  }

  return {
    store,
    async login(email, password) {
      enter(await accounts.login(email, password))
    },
    async loginWithToken(idToken, language) {
      enter(await accounts.loginWithToken(idToken, language))
    },
    async finishLogin(state, proof) {
      enter(await accounts.finishLogin(state, proof))
    },
    async register(email, password, language) {
      await accounts.register(email, password, language)
      keepMailTime(storage, needs.now())
      const fresh: Profile = { email, confirmed: false, password_set: true, locale: language }
      enter(await accounts.whoami().catch(() => fresh))
    },
    async logout(everywhere) {
      await (everywhere ? accounts.logoutAll() : accounts.logout())
      isLeftByChoice = true
      apply({ type: everywhere ? 'loggedOutEverywhere' : 'loggedOut' })
      leave()
    },
    async changePassword(current, fresh) {
      await accounts.changePassword(current, fresh)
    },
    async confirmed() {
      apply({ type: 'confirmed' })
      await loadProfile()
    },
    async passwordAdded() {
      apply({ type: 'passwordAdded' })
      await loadProfile()
    },
    async deleted() {
      const wasLoggedIn = store.getState().isLoggedIn
      isLeftByChoice = true
      apply({ type: 'deleted' })
      leave()
      if (!wasLoggedIn) return
      // The link may have been another account's: then the one of this browser is still signed in.
      await accounts.whoami().then(enter, () => {})
    },
    async saveLocale(language) {
      if (!store.getState().isLoggedIn) return
      await accounts.saveLocale(language)
      apply({ type: 'localeSaved', locale: language })
    },
    confirmationMailedAt: () => readMailTime(storage),
    confirmationMailed: () => keepMailTime(storage, needs.now()),
    loadProfile,
    wasLeftByChoice: () => isLeftByChoice,
    end() {
      if (!store.getState().isLoggedIn) return
      apply({ type: 'loggedOut' })
      leave()
    },
    follow({ key, newValue }) {
      // A null key means that the whole storage was cleared.
      if (key !== ACCOUNT_STORAGE_KEY && key !== null) return
      const before = store.getState()
      const after = parseAccount(newValue)
      store.setState(after.isLoggedIn ? after : nextAccountState(before, { type: 'loggedOut' }), true)
      if (before.isLoggedIn && before.email !== after.email) leave()
    },
  }
}
