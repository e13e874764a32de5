import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import * as z from 'zod/mini'

const has = (value: unknown, ...keys: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && keys.every((key) => key in value)

// Both ends of the options are the same library's; what the browser cannot use it refuses by itself.
const requestOptionsSchema = z.custom<PublicKeyCredentialRequestOptionsJSON>((value) =>
  has(value, 'challenge'),
)
const creationOptionsSchema = z.custom<PublicKeyCredentialCreationOptionsJSON>((value) =>
  has(value, 'challenge', 'rp', 'user', 'pubKeyCredParams'),
)

/** Asks the browser for a passkey of this account; raises when there is none, or the person declines. */
export const askPasskey = (options: unknown) =>
  startAuthentication({ optionsJSON: requestOptionsSchema.parse(options) })

/** Has the browser make a passkey for this account; raises when it cannot, or the person declines. */
export const makePasskey = (options: unknown) =>
  startRegistration({ optionsJSON: creationOptionsSchema.parse(options) })

/** Whether a ceremony ended because the person, or the browser for them, did not want to: nothing went wrong. */
export const wasDeclined = (failure: unknown): boolean =>
  failure instanceof Error && (failure.name === 'NotAllowedError' || failure.name === 'AbortError')
