import { parseJson } from '#core/failures.ts'
import { type AccountState, accountStateSchema, NOBODY } from './account-state.ts'

export const ACCOUNT_STORAGE_KEY = 'senca.account'

const MAIL_TIME_KEY = 'senca.confirmationMail'

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Reads the slice; what is missing or not of its shape is nobody. */
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

/** Keeps the slice while somebody is logged in and removes it when nobody is. */
export function keepAccount(storage: Place, state: AccountState): void {
  try {
    if (state.isLoggedIn) storage.setItem(ACCOUNT_STORAGE_KEY, JSON.stringify(state))
    else storage.removeItem(ACCOUNT_STORAGE_KEY)
  } catch {
    // A browser that keeps no storage asks for the login again at the next visit; this one goes on.
  }
}

/** When the last confirmation mail was asked for: the wait for another one outlives a reload. */
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
    // Then the server refuses a mail that is asked for too early.
  }
}
