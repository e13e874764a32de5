import type { Permission } from '@senca/contract'
import type { AlarmSource, WeatherMeasurement } from '@senca/contract/automation'
import type { LinkWindow } from '@senca/contract/links'
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

/** What is said to who is to be given devices. */
export interface TransferTexts {
  subject: string
  /** With `{{from}}`, an e-mail address, and `{{devices}}`. */
  lead: string
  /** A device among others, with `{{name}}` in the quotation marks of the language. */
  quoted: string
  comesAlong: string
  /** On the button. */
  action: string
  life: string
  unasked: string
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

/** What an owner is told of a subscription, and when: see `billing-mail.ts`. */
export type BillingMailKind = 'payment_failed' | 'trial_ends' | 'grace_0' | 'grace_7' | 'grace_13'

export interface BillingTexts {
  /** With `{{date}}`, the end, and `{{stop}}`, when scenarios of comfort stop. */
  mails: Record<BillingMailKind, { subject: string; lead: string; rest: string }>
  /** Before the address of the page. */
  manage: string
  /** With the deletion of an account, before the addresses where stores let one cancel. */
  storeSubscriptions: string
}

/** What somebody is told of devices that others lend it. */
export interface RoleTexts {
  subjects: Record<RoleNews['change'], string>
  /** With `{{owner}}`, `{{role}}` and `{{devices}}`. */
  leads: Record<RoleNews['change'], string>
  /** In the place of the lead where its last device has left; with `{{owner}}` and `{{role}}`. */
  emptied: string
  /** With `{{permissions}}`. */
  may: string
  /** With `{{time}}`. */
  from: string
  until: string
  /** With `{{hours}}`, weekdays and times of day. */
  hours: string
  everyDay: string
  /** With `{{zone}}`, for who has no home there. */
  zone: string
  permissions: Record<Permission, string>
}

/** A role that was given, changed or has ended. */
export interface RoleNews {
  change: 'given' | 'changed' | 'ended'
  owner: string
  role: string
  /** Names of devices; none where the last of them left its owner. */
  devices: readonly string[]
  permissions: readonly Permission[]
  validAfter: Date | null
  validBefore: Date | null
  /** The hours in which it lends; null for all. */
  windows: readonly LinkWindow[] | null
  /** By whose clock the times are told. */
  timezone: string
  /** Of the reader's home; null where it has none. */
  ownTimezone: string | null
}

/** What an owner is told when somebody else decides whether the weather may move devices. */
export interface WeatherAutomaticTexts {
  subjects: Record<'off' | 'on', string>
  /** With `{{who}}`, `{{devices}}` and `{{until}}`. */
  off: string
  /** With `{{who}}` and `{{devices}}`. */
  on: string
  instead: string
}

/** Everything that letters say in one language. No digits: a code is the only number in a letter. */
export interface MailTexts {
  purposes: Record<Purpose, PurposeTexts>
  factoryReset: FactoryResetTexts
  transfer: TransferTexts
  safety: SafetyTexts
  billing: BillingTexts
  roles: RoleTexts
  weatherAutomatic: WeatherAutomaticTexts
  /** Above the bare link. */
  copyLink: string
  linkLife: string
  /** Above the code. */
  enterCode: string
  codeLife: string
}
