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

/** Asks the browser for a passkey of this account. Throws if there is none or the person cancels. */
export const askPasskey = (options: unknown) =>
  startAuthentication({ optionsJSON: requestOptionsSchema.parse(options) })

/** Lets the browser create a passkey for this account. Throws if it cannot or the person cancels. */
export const makePasskey = (options: unknown) =>
  startRegistration({ optionsJSON: creationOptionsSchema.parse(options) })

/** Whether a passkey dialog ended because it was canceled, by the person or by the browser. This is not an error to report. */
export const wasDeclined = (failure: unknown): boolean =>
  failure instanceof Error && (failure.name === 'NotAllowedError' || failure.name === 'AbortError')
