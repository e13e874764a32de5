import { parseJson } from '#core/api/failures.ts'
import { type AccountState, accountStateSchema, NOBODY } from './account-state.ts'

export const ACCOUNT_STORAGE_KEY = 'senca.account'

const MAIL_TIME_KEY = 'senca.confirmationMail'

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Reads the account state. A missing or invalid entry means that nobody is signed in. */
export function readAccount(storage: Place): AccountState {
  try {
    return parseAccount(storage.getItem(ACCOUNT_STORAGE_KEY))
  } catch {
    return NOBODY
  }
}

export function parseAccount(text: string | null): AccountState {
  const parsed = accountStateSchema.safeParse(text === null ? null : parseJson(text))
  return parsed.success && parsed.data.isLoggedIn ? parsed.data : NOBODY
}

/** Stores the account state while somebody is signed in; otherwise removes it. */
export function keepAccount(storage: Place, state: AccountState): void {
  try {
    if (state.isLoggedIn) storage.setItem(ACCOUNT_STORAGE_KEY, JSON.stringify(state))
    else storage.removeItem(ACCOUNT_STORAGE_KEY)
  } catch {
    // Without storage the browser asks for the login again at the next visit; this visit continues.
  }
}

/**
 * When the last confirmation e-mail was requested, in milliseconds since the epoch. It is stored so that the waiting time
 * survives a reload.
 */
export function readMailTime(storage: Place): number | null {
  try {
    const time = parseJson(storage.getItem(MAIL_TIME_KEY) ?? '')
    return typeof time === 'number' ? time : null
  } catch {
    return null
  }
}

export function keepMailTime(storage: Place, time: number | null): void {
  try {
    if (time === null) storage.removeItem(MAIL_TIME_KEY)
    else storage.setItem(MAIL_TIME_KEY, String(time))
  } catch {
    // Without storage the server itself refuses an e-mail that is requested too early.
  }
}
