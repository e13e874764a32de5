import { LIMITS } from '@senca/contract'
import type {
  DeviceChoice,
  LastingKind,
  NotificationAction,
  NotificationKind,
  NotificationLevel,
} from '@senca/contract/notifications'
import { ALWAYS_MAILED, RAISABLE_KINDS } from '@senca/contract/notifications'

interface KindRule {
  level: NotificationLevel
  push: boolean
  /** Whether an e-mail leaves without a choice. Until a person has a phone, these are those of a must and those that always left. */
  mail: boolean
  actions: readonly NotificationAction[]
}

const of = (level: NotificationLevel, channels: string, ...actions: NotificationAction[]): KindRule => ({
  level,
  push: channels.includes('push'),
  mail: channels.includes('mail'),
  actions,
})

/** What holds for each kind without a choice [PK16]. */
export const KIND_RULES: Readonly<Record<NotificationKind, KindRule>> = {
  door_forced: of('must', 'push mail'),
  alarm: of('must', 'push mail'),
  lock_jammed: of('must', 'push mail', 'lock'),
  hold_failed: of('must', 'push mail', 'retry', 'stop'),
  door_open: of('normal', 'push', 'snooze'),
  door_unlocked: of('normal', 'push', 'lock', 'snooze'),
  device_offline: of('normal', 'push'),
  sensor_silent: of('normal', 'push mail'),
  hold_began: of('normal', 'push mail'),
  command_failed: of('normal', 'push', 'retry'),
  link_used: of('normal', 'push', 'freeze'),
  role_used: of('normal', 'push', 'freeze'),
  link_blocked: of('normal', 'push', 'freeze'),
  battery_low: of('info', 'push'),
  scenario_failed: of('info', ''),
  firmware_failed: of('normal', 'push'),
  factory_reset: of('normal', 'push mail'),
  weather_automatic: of('normal', 'push mail'),
  account_security: of('normal', 'push mail'),
  transfer_offered: of('normal', 'push mail'),
  role_changed: of('normal', 'push mail'),
  push_ending: of('normal', 'push'),
  test: of('normal', 'push'),
}

const MINUTE_MS = 60_000

/** How long each action can be used, from the time of its notification [PK29]. */
export const ACTION_MS: Readonly<Record<NotificationAction, number>> = {
  stop: 2 * MINUTE_MS,
  lock: 15 * MINUTE_MS,
  retry: 15 * MINUTE_MS,
  snooze: 1_440 * MINUTE_MS,
  freeze: 1_440 * MINUTE_MS,
}
export const SNOOZE_MS = 60 * MINUTE_MS

/** How many e-mails of a kind leave in a day [PK21]. */
export const mailsADay = (level: NotificationLevel): number => (level === 'must' ? 24 : 6)

/** The minutes after which a lasting kind begins, without a choice. */
export const LASTING_MINUTES: Readonly<Record<LastingKind, number>> = {
  door_open: 15,
  door_unlocked: 15,
  device_offline: 60,
}

/** The minutes after which e-mails of kinds are sent that wait. */
const MAIL_WAITS_MINUTES: Readonly<Partial<Record<NotificationKind, number>>> = {
  lock_jammed: 5,
  hold_failed: 5,
  device_offline: 15,
  sensor_silent: 15,
  hold_began: 15,
  // The e-mail of a rehearsal leaves with its step of the escalation.
  test: LIMITS.ESCALATION_MAX_MINUTES,
}

export interface Channels {
  push?: boolean | undefined
  mail?: boolean | undefined
}

/** The kinds that are mailed once their reader has a phone, where the e-mail waits for what the reader does. */
const MAILED_BESIDE_PHONES: ReadonlySet<NotificationKind> = new Set(['device_offline'])

/** What stands for a kind of one's own home. */
export function standingOf(
  kind: NotificationKind,
  chosen: Channels | undefined,
  hasPhone = false,
): { push: boolean; mail: boolean } {
  const rule = KIND_RULES[kind]
  const isMailed = rule.mail || (hasPhone && MAILED_BESIDE_PHONES.has(kind))
  return {
    push: chosen?.push ?? rule.push,
    mail: ALWAYS_MAILED.has(kind) || (chosen?.mail ?? isMailed),
  }
}

/** The kinds of other homes that a person can turn on. The use of links and roles, and what is of an account, is its owner's alone. */
const OWNERS_ALONE: ReadonlySet<NotificationKind> = new Set([
  'link_used',
  'role_used',
  'link_blocked',
  'account_security',
  'transfer_offered',
  'role_changed',
  'push_ending',
  'test',
])
export const isOfOwnerAlone = (kind: NotificationKind): boolean => OWNERS_ALONE.has(kind)

/** What stands for a kind of another home: one's own failed commands, and what was turned on. */
export const standingElsewhere = (kind: NotificationKind, chosen: Channels | undefined) => ({
  push: chosen?.push ?? kind === 'command_failed',
  mail: chosen?.mail ?? false,
})

const raisable: ReadonlySet<NotificationKind> = new Set(RAISABLE_KINDS)

const RAISED_WAITS_MINUTES = 5

/**
 * How long the e-mail of a person who has a phone waits, in minutes: it is not sent if the person saw the notification, or if it
 * ended. Undefined for those that leave at once [PK21].
 */
export const mailWaitsMinutes = (kind: NotificationKind, level: NotificationLevel): number | undefined =>
  level === 'must' && raisable.has(kind) ? RAISED_WAITS_MINUTES : MAIL_WAITS_MINUTES[kind]

export const levelOf = (
  kind: NotificationKind,
  chosen: Pick<DeviceChoice, 'must'> | undefined,
): NotificationLevel => (chosen?.must === true && raisable.has(kind) ? 'must' : KIND_RULES[kind].level)
