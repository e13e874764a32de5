import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { ConfirmType } from '@senca/contract/account'

const LINK_BYTES = 32
const PREFIX_LENGTH = 22
const PREFIX_BYTES = 16
const CODE_DIGITS = 6

const LINK = /^[A-Za-z0-9_-]{43}$/
const CODE = new RegExp(`^[A-Za-z0-9_-]{${PREFIX_LENGTH}}\\d{${CODE_DIGITS}}$`)

/** A new token. For a code, `prefix` is returned to the requester and `code` is sent by e-mail. */
export interface NewToken {
  token: string
  prefix: string | null
  code: string | null
}

/** 256 random bits for a link; 128 random bits and six random digits for a code. */
export function createToken(type: ConfirmType): NewToken {
  if (type === 'link') {
    return { token: randomBytes(LINK_BYTES).toString('base64url'), prefix: null, code: null }
  }
  const prefix = randomBytes(PREFIX_BYTES).toString('base64url')
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  return { token: `${prefix}${code}`, prefix, code }
}

/** The type of token that a text can be, or null. */
export function tokenTypeOf(text: string): ConfirmType | null {
  if (CODE.test(text)) return 'code'
  return LINK.test(text) ? 'link' : null
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The hash by which a token is found: of the whole token for a link, of the prefix for a code. */
export const lookupHashOf = (token: string, type: ConfirmType): string =>
  hash(type === 'link' ? token : token.slice(0, PREFIX_LENGTH))

export const tokenHashOf = (token: string): string => hash(`whole ${token}`)

/** Compares in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
