import type { SecondFactorStatus } from '@senca/contract/second-factor'

/** The open dialog of the two-step screen. */
export type TwoStepDialog =
  | { kind: 'addTotp' }
  | { kind: 'scan'; secret: string; uri: string }
  | { kind: 'removeTotp' }
  | { kind: 'addPasskey' }
  | { kind: 'removePasskey'; id: string; name: string }
  | { kind: 'renew' }
  | { kind: 'codes'; codes: readonly string[] }

export const isOn = (status: SecondFactorStatus): boolean => status.totp || status.passkeys.length > 0

/** The dialog after a second factor was added: the recovery codes if the account got its first ones. */
export const afterAdding = (codes: readonly string[]): TwoStepDialog | null =>
  codes.length === 0 ? null : { kind: 'codes', codes }

const NAME_MAX_LENGTH = 40

/** Whether a name for a passkey is valid: 1..40 characters. */
export function isPasskeyName(name: string): boolean {
  const { length } = [...name.trim()]
  return length >= 1 && length <= NAME_MAX_LENGTH
}
