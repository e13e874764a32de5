import { parseJson } from '#core/api/failures.ts'
import type { KeptTexts } from '#core/storage.ts'
import { type AccountState, accountStateSchema, NOBODY } from './account-state.ts'

export const ACCOUNT_STORAGE_KEY = 'senca.account'

const MAIL_TIME_KEY = 'senca.confirmationMail'

/** Reads the account state. A missing or invalid entry means that nobody is signed in. */
export const readAccount = (storage: KeptTexts): AccountState =>
  parseAccount(storage.getItem(ACCOUNT_STORAGE_KEY))

export function parseAccount(text: string | null): AccountState {
  const parsed = accountStateSchema.safeParse(text === null ? null : parseJson(text))
  return parsed.success && parsed.data.isLoggedIn ? parsed.data : NOBODY
}

/** Stores the account state while somebody is signed in; otherwise removes it. */
export function keepAccount(storage: KeptTexts, state: AccountState): void {
  if (state.isLoggedIn) storage.setItem(ACCOUNT_STORAGE_KEY, JSON.stringify(state))
  else storage.removeItem(ACCOUNT_STORAGE_KEY)
}

/**
 * When the last confirmation e-mail was requested, in milliseconds since the epoch. It is stored so that the waiting time
 * survives a reload.
 */
export function readMailTime(storage: KeptTexts): number | null {
  const time = parseJson(storage.getItem(MAIL_TIME_KEY) ?? '')
  return typeof time === 'number' ? time : null
}

export function keepMailTime(storage: KeptTexts, time: number | null): void {
  if (time === null) storage.removeItem(MAIL_TIME_KEY)
  else storage.setItem(MAIL_TIME_KEY, String(time))
}
