import type { AlarmSource, WeatherMeasurement } from '@senca/contract/automation'
import type { Purpose } from '../confirmations.store.ts'

/** What a letter of one purpose says. */
export interface PurposeTexts {
  subject: string
  /** Why the letter came. */
  lead: string
  /** On the button. */
  action: string
  /** For who did not ask for it. */
  unasked: string
}

/** What an owner is told of a factory reset. */
export interface FactoryResetTexts {
  subject: string
  /** With `{{device}}` for the device’s name. */
  lead: string
  ifGivenAway: string
  ifNot: string
}

/** What an owner is told of what was kept safe. */
export interface SafetyTexts {
  /** Something was moved; there are no data; something is not where it is safe. */
  subjects: Record<'moved' | 'silent' | 'failed', string>
  /** With `{{time}}`, `{{reason}}` and `{{scenario}}`. */
  why: string
  /** A measurement beyond its limit, with `{{what}}`, `{{value}}` and `{{limit}}`. */
  limited: string
  /** With `{{devices}}`. */
  broughtIn: string
  notIn: string
  /** With `{{what}}`. */
  silence: string
  what: Record<WeatherMeasurement | AlarmSource, string>
}

/** Everything that letters say in one language. No digits: a code is the only number in a letter. */
export interface MailTexts {
  purposes: Record<Purpose, PurposeTexts>
  factoryReset: FactoryResetTexts
  safety: SafetyTexts
  /** Above the bare link. */
  copyLink: string
  linkLife: string
  /** Above the code. */
  enterCode: string
  codeLife: string
}
