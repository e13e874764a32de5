import * as z from 'zod/mini'
import { isLoopbackName } from '../http/loopback.ts'

/** Whether a value is an http or https URL without a path. */
export function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && `${pathname}${search}${hash}${username}${password}` === '/'
}

/** Whether a URL uses https, or http only to this machine. Responses from such a URL are trusted. */
export function isSecureAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(value)
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
  return isPrivate && `${search}${hash}${username}${password}` === ''
}

/** An origin to which secrets are sent: http is allowed only to this machine. */
export const secureOriginSchema = z.pipe(
  z.string().check(z.refine((value) => isOrigin(value) && isSecureAddress(value))),
  z.transform((value: string) => new URL(value).origin),
)
