import { LIMITS } from '@senca/contract'
import { ApiFailure } from '#core/api/failures.ts'
import type { Texts } from '#i18n/resources.ts'

export type AccountError = keyof Texts['errors']

/** Must count characters like the server, so that every password that can be registered can also be sent here. */
const isLongEnough = (password: string) => password.normalize('NFC').length >= LIMITS.PASSWORD_MIN_LENGTH

type Incomplete = 'invalidEmail' | 'passwordLength'
export type LoginFault = Incomplete | 'incorrectPassword' | 'noSuchAccount'

/** The first error of a login form, or null; the e-mail is checked before the password. */
export function loginFault(email: string, password: string): Incomplete | null {
  if (email.trim() === '') return 'invalidEmail'
  return isLongEnough(password) ? null : 'passwordLength'
}

/** The text key for a refused login, from the key that the server names; null if there is none. */
export function loginRefusal(failure: unknown): 'incorrectPassword' | 'noSuchAccount' | null {
  if (!(failure instanceof ApiFailure)) return null
  if (failure.key === 'password') return 'incorrectPassword'
  if (failure.key === 'login') return 'noSuchAccount'
  return null
}

export interface RegisterFields {
  email: string
  password: string
  confirmation: string
}

/** The first error of a registration form, or null. */
export function registerFault({
  email,
  password,
  confirmation,
}: RegisterFields): 'invalidEmail' | 'passwordLength' | 'passwordMismatch' | null {
  const fault = loginFault(email, password)
  if (fault !== null) return fault
  return password === confirmation ? null : 'passwordMismatch'
}

const REGISTER_REFUSALS: ReadonlyMap<string, AccountError> = new Map([
  ['malformed_request', 'invalidEmail'],
  ['password_not_strong_enough', 'passwordTooWeak'],
  ['email_already_in_use', 'emailInUse'],
])

/** The text key for a refused registration, from its error code; null if a general message is enough. */
export function registerRefusal(failure: unknown): AccountError | null {
  return failure instanceof ApiFailure ? (REGISTER_REFUSALS.get(failure.error) ?? null) : null
}
