import type { Language, Profile } from '@senca/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApiClient } from '#core/api/api-client.ts'
import type { KeptTexts } from '#core/storage.ts'
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
  /** These calls throw what the server refused. */
  login(email: string, password: string): Promise<void>
  /** Signs in with an identity token of Google or Apple. A new account gets `language`. */
  loginWithToken(idToken: string, language: Language): Promise<void>
  /** Signs in with what the browser signed by a passkey, for the state of `startPasskeyLogin`. */
  loginWithPasskey(state: string, credential: unknown): Promise<void>
  /** Finishes a sign-in that was answered with `state` (the second step). */
  finishLogin(state: string, proof: SecondFactorProof): Promise<void>
  register(email: string, password: string, language: Language): Promise<void>
  logout(everywhere: boolean): Promise<void>
  /** Leaves the account without a connection; the session itself is ended at the next contact with the server. */
  removeHere(): void
  changePassword(current: string, fresh: string): Promise<void>
  /**
   * Call these after an e-mailed link changed an account. It is probably the account that is signed in here, so the server is
   * asked.
   */
  confirmed(): Promise<void>
  passwordAdded(): Promise<void>
  deleted(): Promise<void>
  /** Saves the language of e-mails. Does nothing when nobody is signed in. */
  saveLocale(language: Language): Promise<void>
  /** When the last confirmation e-mail was requested in this browser, in milliseconds since the epoch. */
  confirmationMailedAt(): number | null
  /** Notes that a confirmation e-mail was just requested. */
  confirmationMailed(): void
  /** Updates the account state from the server. Does not fail without a connection. */
  loadProfile(): Promise<void>
  /** Signs in by the cookie, where the browser keeps nothing else of the session. Does nothing if there is none. */
  restore(): Promise<void>
  /**
   * Whether the person asked for the last logout on this page. Then the login does not lead back to the page where it happened.
   */
  wasLeftByChoice(): boolean
  /** Call when the server says that the session is over. */
  end(): void
  /** Handles a storage event: another tab changed the stored state. */
  follow(event: Pick<StorageEvent, 'key' | 'newValue'>): void
}

interface Needs {
  accounts: AccountsApi
  api: Pick<ApiClient, 'forgetToken'>
  storage: KeptTexts
  /** Ends the session at the next contact with the server. */
  leaveLater(): unknown
  /** The account was left: forget its data and close its sockets. */
  onAccountLeft(): void
  onProfile(profile: Profile): void
  /** Milliseconds since the epoch. */
  now(): number
}

/** Signing in and out, and the account state that the page remembers. */
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
      // Without an answer the stored state stays valid. If the session has ended, `end` is called.
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
    async loginWithPasskey(state, credential) {
      enter(await accounts.loginWithPasskey(state, credential))
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
    removeHere() {
      needs.leaveLater()
      isLeftByChoice = true
      apply({ type: 'loggedOut' })
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
      // The link may belong to another account. Then the account of this browser is still signed in.
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
    restore: () => accounts.whoami().then(enter, () => {}),
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
      if (before.isLoggedIn && before.email !== after.email) {
        // The account is left before the next one is there, which opens a socket of its own.
        store.setState(nextAccountState(before, { type: 'loggedOut' }), true)
        leave()
      }
      if (after.isLoggedIn) store.setState(after, true)
    },
  }
}
