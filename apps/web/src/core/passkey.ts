import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import * as z from 'zod/mini'

const has = (value: unknown, ...keys: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && keys.every((key) => key in value)

// The same library creates and reads these options on both sides, and the browser rejects what it cannot use. It is enough to
// check the main fields.
const requestOptionsSchema = z.custom<PublicKeyCredentialRequestOptionsJSON>((value) =>
  has(value, 'challenge'),
)
const creationOptionsSchema = z.custom<PublicKeyCredentialCreationOptionsJSON>((value) =>
  has(value, 'challenge', 'rp', 'user', 'pubKeyCredParams'),
)

/** The page was opened at an address at which passkeys do not work. At `host`, over https, they do. */
export class PasskeyElsewhere extends Error {
  readonly host: string

  constructor(host: string) {
    super(`Passkeys work at ${host} only`)
    this.name = 'PasskeyElsewhere'
    this.host = host
  }
}

/** The host at which passkeys of `rpId` work; null if this page is there. A page over plain HTTP never is. */
export function passkeyHost(
  rpId: string,
  page: { isSecureContext: boolean; location: { hostname: string } } = globalThis,
): string | null {
  const { hostname } = page.location
  const isThere = hostname === rpId || hostname.endsWith(`.${rpId}`)
  return page.isSecureContext && isThere ? null : rpId
}

function assertHere(rpId: string | undefined): void {
  const host = rpId === undefined ? null : passkeyHost(rpId)
  if (host !== null) throw new PasskeyElsewhere(host)
}

/** Asks the browser for a passkey of this account. Throws if there is none or the person cancels, or `PasskeyElsewhere`. */
export async function askPasskey(options: unknown) {
  const optionsJSON = requestOptionsSchema.parse(options)
  assertHere(optionsJSON.rpId)
  return startAuthentication({ optionsJSON })
}

/** Lets the browser create a passkey for this account. Throws if it cannot or the person cancels, or `PasskeyElsewhere`. */
export async function makePasskey(options: unknown) {
  const optionsJSON = creationOptionsSchema.parse(options)
  assertHere(optionsJSON.rp.id)
  return startRegistration({ optionsJSON })
}

/** The host at which passkeys work, if a call failed because this page is elsewhere; null for another failure. */
export function rightHost(failure: unknown): string | null {
  return failure instanceof PasskeyElsewhere ? failure.host : null
}

/** Whether a passkey dialog ended because it was canceled, by the person or by the browser. This is not an error to report. */
export const wasDeclined = (failure: unknown): boolean =>
  failure instanceof Error && (failure.name === 'NotAllowedError' || failure.name === 'AbortError')
