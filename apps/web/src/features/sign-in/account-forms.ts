import { LIMITS } from '@senca/contract'
import { ApiFailure } from '#core/failures.ts'
import type { Texts } from '#i18n/resources.ts'

export type AccountError = keyof Texts['errors']

/** Counted as the server counts, or somebody could register a password that this page refuses to send. */
const isLongEnough = (password: string) => password.normalize('NFC').length >= LIMITS.PASSWORD_MIN_LENGTH

/** What keeps a login from being sent; e-mail before password. */
export function loginFault(email: string, password: string): 'invalidEmail' | 'passwordLength' | null {
  if (email.trim() === '') return 'invalidEmail'
  return isLongEnough(password) ? null : 'passwordLength'
}

/** The words for a refused login: by the key that the server names, else nothing specific. */
export function loginRefusal(failure: unknown): AccountError | null {
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

/** What keeps a registration from being sent. */
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

/** The words for a refused registration by its error code; null for what the general messages cover. */
export function registerRefusal(failure: unknown): AccountError | null {
  return failure instanceof ApiFailure ? (REGISTER_REFUSALS.get(failure.error) ?? null) : null
}
