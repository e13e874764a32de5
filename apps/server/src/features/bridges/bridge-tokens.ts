import { crc32 } from 'node:zlib'
import { BRIDGE_TOKEN_PREFIX } from '@senca/contract/bridges'
import { createSecretToken } from '#features/sessions/index.ts'

const CHECK_DIGITS = 6
const SECRET_LENGTH = 43
const FORM = new RegExp(`^${BRIDGE_TOKEN_PREFIX}([\\w-]{${SECRET_LENGTH}})([0-9a-z]{${CHECK_DIGITS}})$`)

/** The checksum by which mistyped tokens are refused without the database, and secret scanners recognize a token. */
const checkOf = (secret: string): string =>
  crc32(secret).toString(36).padStart(CHECK_DIGITS, '0').slice(-CHECK_DIGITS)

export function createBridgeToken(): string {
  const secret = createSecretToken()
  return `${BRIDGE_TOKEN_PREFIX}${secret}${checkOf(secret)}`
}

/** Whether a text has the form of a token, with right check digits. */
export function isBridgeToken(text: string): boolean {
  const [, secret, check] = FORM.exec(text) ?? []
  return secret !== undefined && checkOf(secret) === check
}
