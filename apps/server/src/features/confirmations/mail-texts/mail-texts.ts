import type { Permission } from '@senca/contract'
import type { AlarmSource, WeatherMeasurement } from '@senca/contract/automation'
import type { LinkWindow } from '@senca/contract/links'
import type { Purpose } from '../confirmations.store.ts'

/** The texts of an e-mail with one purpose. */
interface PurposeTexts {
  subject: string
  /** Why the e-mail was sent. */
  lead: string
  /** The label of the button. */
  action: string
  /** For people who did not request it. */
  unasked: string
}

/** The e-mail about a factory reset. */
interface FactoryResetTexts {
  subject: string
  /** With `{{device}}` for the device’s name. */
  lead: string
  ifGivenAway: string
  ifNot: string
}

/** The e-mail to the receiver of a transfer. */
interface TransferTexts {
  subject: string
  /** With `{{from}}`, an e-mail address, and `{{devices}}`. */
  lead: string
  /** One of several devices, with `{{name}}` in the quotation marks of the language. */
  quoted: string
  comesAlong: string
  /** The label of the button. */
  action: string
  life: string
  unasked: string
}

/** The e-mail about safety. */
interface SafetyTexts {
  /** Something was moved; there is no data; something is not in a safe position; something does not confirm it. */
  subjects: Record<'moved' | 'silent' | 'failed' | 'unconfirmed', string>
  /** With `{{time}}`, `{{reason}}` and `{{scenario}}`. */
  why: string
  /** A measurement beyond its limit, with `{{what}}`, `{{value}}` and `{{limit}}`. */
  limited: string
  /** With `{{devices}}`. */
  broughtIn: string
  notIn: string
  unconfirmed: string
  /** With `{{what}}`. */
  silence: string
  what: Record<WeatherMeasurement | AlarmSource, string>
}

/** The e-mails about a subscription. For their times see `billing-mail.ts`. */
export type BillingMailKind = 'payment_failed' | 'trial_ends' | 'grace_0' | 'grace_7' | 'grace_13'

interface BillingTexts {
  /** With `{{date}}`, the end, and `{{stop}}`, when comfort scenarios stop. */
  mails: Record<BillingMailKind, { subject: string; lead: string; rest: string }>
  /** Before the URL of the page. */
  manage: string
  /** For the deletion of an account, before the URLs at which store subscriptions can be canceled. */
  storeSubscriptions: string
}

/** The e-mail about devices that others share with the reader. */
interface RoleTexts {
  subjects: Record<RoleNews['change'], string>
  /** With `{{owner}}`, `{{role}}` and `{{devices}}`. */
  leads: Record<RoleNews['change'], string>
  /** Used instead of the lead if the last device has left the role; with `{{owner}}` and `{{role}}`. */
  emptied: string
  /** With `{{permissions}}`. */
  may: string
  /** With `{{time}}`. */
  from: string
  until: string
  /** With `{{hours}}`, weekdays and times of day. */
  hours: string
  everyDay: string
  /** With `{{zone}}`, for readers whose home is in another time zone. */
  zone: string
  permissions: Record<Permission, string>
}

/** A role that was given, changed or has ended. */
export interface RoleNews {
  change: 'given' | 'changed' | 'ended'
  owner: string
  role: string
  /** Device names; empty if the last device has left its owner. */
  devices: readonly string[]
  permissions: readonly Permission[]
  validAfter: Date | null
  validBefore: Date | null
  /** The times at which the role is in effect; null for always. */
  windows: readonly LinkWindow[] | null
  /** The time zone of the times. */
  timezone: string
  /** The time zone of the reader's home; null if it has none. */
  ownTimezone: string | null
}

/** The e-mail about a decision of somebody else whether the weather may move devices. */
interface WeatherAutomaticTexts {
  subjects: Record<'off' | 'on', string>
  /** With `{{who}}`, `{{devices}}` and `{{until}}`. */
  off: string
  /** With `{{who}}` and `{{devices}}`. */
  on: string
  instead: string
}

/** The settings that decide which way a shade moves. */
export type DirectionSetting = 'devicetype' | 'motorInverted' | 'inclinationType' | 'inclinationInverted'

/** The e-mail about settings on which protection depends, changed by somebody else. */
interface SafetySettingsTexts {
  subject: string
  /** With `{{who}}`, `{{device}}` and `{{settings}}`. */
  lead: string
  check: string
  names: Record<DirectionSetting, string>
}

/** The e-mail about MQTT logins that were created or replaced. */
interface MqttLoginsTexts {
  subject: string
  /** With `{{names}}`. */
  lead: string
  ifNot: string
}

/** What happened to a connected app. */
export type BridgeChange =
  | 'made'
  | 'changed'
  | 'renewed'
  | 'ends'
  | 'paired'
  | 'unpaired'
  | 'reset'
  | 'reused'

/** The e-mails about connected apps. */
interface BridgesTexts {
  subjects: Record<BridgeChange, string>
  /** With `{{name}}` and, of the end, `{{date}}`. */
  leads: Record<BridgeChange, string>
  ifNot: string
  /** What to do about an app that ends. */
  connectAgain: string
}

/** Changes of what an account logs in with. */
export type CredentialChange =
  | 'passwordChanged'
  | 'passwordReset'
  | 'passwordAdded'
  | 'appAdded'
  | 'appRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'codesRenewed'

/** The e-mails about changed credentials. */
interface CredentialsTexts {
  subjects: Record<CredentialChange, string>
  /** With `{{name}}`, the name of the passkey. */
  leads: Record<CredentialChange, string>
  ifNot: string
}

/** The e-mail about a lock that carried out a command late. */
interface LateDoorTexts {
  subject: string
  /** With `{{device}}`, `{{at}}` and `{{sentAt}}`. */
  leads: Record<'unlocked' | 'locked', string>
  check: string
}

/** What a bridge may do with a door, or did there. */
export type BridgeDoorChange = 'unlockByPin' | 'unlockByAsk' | 'unlockOff' | 'pinLocked' | 'asksPaused'

/** The e-mails about unlocking by connected apps. */
interface BridgeDoorsTexts {
  subjects: Record<BridgeDoorChange, string>
  /** With `{{app}}` and, except for `asksPaused`, `{{device}}`. */
  leads: Record<BridgeDoorChange, string>
  ifNot: string
}

/** All texts of e-mails in one language. They contain no digits, so that a code is the only number in an e-mail. */
export interface MailTexts {
  purposes: Record<Purpose, PurposeTexts>
  factoryReset: FactoryResetTexts
  transfer: TransferTexts
  safety: SafetyTexts
  billing: BillingTexts
  roles: RoleTexts
  weatherAutomatic: WeatherAutomaticTexts
  safetySettings: SafetySettingsTexts
  mqttLogins: MqttLoginsTexts
  bridges: BridgesTexts
  credentials: CredentialsTexts
  lateDoor: LateDoorTexts
  bridgeDoors: BridgeDoorsTexts
  /** Above the plain link. */
  copyLink: string
  linkLife: string
  /** Above the code. */
  enterCode: string
  codeLife: string
}
