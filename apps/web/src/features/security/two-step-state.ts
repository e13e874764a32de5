import type { SecondFactorStatus } from '@senca/contract/second-factor'

/** What is open over the two-step screen. */
export type TwoStepDialog =
  | { kind: 'addTotp' }
  | { kind: 'scan'; secret: string; uri: string }
  | { kind: 'removeTotp' }
  | { kind: 'addPasskey' }
  | { kind: 'removePasskey'; id: string; name: string }
  | { kind: 'renew' }
  | { kind: 'codes'; codes: readonly string[] }

export const isOn = (status: SecondFactorStatus): boolean => status.totp || status.passkeys.length > 0

/** After a means was added: its recovery codes, when the account got its first. */
export const afterAdding = (codes: readonly string[]): TwoStepDialog | null =>
  codes.length === 0 ? null : { kind: 'codes', codes }

const NAME_MAX_LENGTH = 40

/** Whether a passkey may have this name: 1..40 characters. */
export function isPasskeyName(name: string): boolean {
  const { length } = [...name.trim()]
  return length >= 1 && length <= NAME_MAX_LENGTH
}
