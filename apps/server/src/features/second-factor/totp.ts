import { Secret, TOTP } from 'otpauth'

/** 160 bits, as recommended by RFC 4226 §4. */
const SECRET_BYTES = 20
const ISSUER = 'Senca'
const PERIOD_S = 30
const MS = 1_000
/** The number of time steps that a clock may be wrong in either direction. */
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

/** The `otpauth://` URI that authenticator apps read from a QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The time step of a six-digit code (RFC 6238); null if it matches no step near `now`. */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / MS / PERIOD_S) + delta
}
