import { Secret, TOTP } from 'otpauth'

/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20
const ISSUER = 'Senca'
const PERIOD_S = 30
const MS = 1_000
/** Steps that a clock may be off on either side. */
const WINDOW = 1

const totpOf = (secret: string, label: string) =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  })

/** Base32, 32 characters. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The `otpauth://` address that authenticator apps read from a picture. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The time step of a code of six digits, RFC 6238, or null when it is of no step near `now`. */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / MS / PERIOD_S) + delta
}
