import type { ErrorCode } from '@senca/contract'
import * as z from 'zod/mini'

const field = z.optional(z.string().check(z.maxLength(4_096)))

export const loginFormSchema = z.strictObject({ login: field, password: field, idtoken: field })
type LoginForm = z.infer<typeof loginFormSchema>

export type ReadLogin =
  | { ok: true; by: 'password'; login: string; password: string }
  | { ok: true; by: 'idtoken'; idToken: string }
  | { ok: false; error: ErrorCode; key?: string }

/** The credentials of a login form, or what is missing. */
export function readLogin({ login, password, idtoken }: LoginForm): ReadLogin {
  if (idtoken !== undefined) {
    const isAlone = login === undefined && password === undefined
    return isAlone ? { ok: true, by: 'idtoken', idToken: idtoken } : { ok: false, error: 'malformed_request' }
  }
  if (login === undefined && password === undefined) return { ok: false, error: 'data_missing' }
  if (login === undefined || login.trim() === '') return { ok: false, error: 'missing_login', key: 'login' }
  if (password === undefined || password === '')
    return { ok: false, error: 'missing_password', key: 'password' }
  return { ok: true, by: 'password', login, password }
}
