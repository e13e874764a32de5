import type { NotificationAction } from '@senca/contract/notifications'

/** The texts of notifications. Several kinds have more than one. */
export const NOTIFICATION_WORDS = [
  'door_forced',
  'break_in',
  'smoke',
  'lock_jammed',
  'hold_failed',
  'holds_failed',
  'door_open',
  'door_unlocked',
  'device_offline',
  'devices_offline',
  'sensor_silent',
  'hold_began',
  'bridge_held',
  'hold_unconfirmed',
  'command_failed',
  'command_unconfirmed',
  'unlocked_late',
  'locked_late',
  'link_used',
  'role_used',
  'link_blocked',
  'battery_low',
  'battery_low_unmeasured',
  'scenario_failed',
  'scenario_failed_in_part',
  'firmware_failed',
  'factory_reset',
  'weather_off',
  'weather_on',
  'settings_changed',
  'new_browser',
  'second_step_failed',
  'recovery_code_used',
  'password_changed',
  'password_reset',
  'password_added',
  'app_added',
  'app_removed',
  'passkey_added',
  'passkey_removed',
  'codes_renewed',
  'mqtt_login',
  'bridge_made',
  'bridge_changed',
  'bridge_renewed',
  'bridge_ends',
  'bridge_paired',
  'bridge_unpaired',
  'bridge_reset',
  'bridge_reused',
  'bridge_unlocks_by_pin',
  'bridge_unlocks_by_ask',
  'bridge_unlocks_no_more',
  'bridge_pin_locked',
  'bridge_asks_paused',
  'webhook_gone',
  'webhook_failing',
  'transfer_offered',
  'role_given',
  'role_changed',
  'role_ended',
  'escalation_asked',
  'test',
  'test_chain',
  'push_ending',
  'push_last_ended',
  'push_limit',
] as const
export type NotificationWords = (typeof NOTIFICATION_WORDS)[number]

/** The kinds that say in words of their own that they ended. */
export const ENDED_WORDS = ['door_open', 'door_unlocked', 'device_offline', 'lock_jammed', 'other'] as const
export type EndedWords = (typeof ENDED_WORDS)[number]

interface Text {
  title: string
  body: string
}

/**
 * All texts in one language. `{{device}}` and `{{devices}}` are names, `{{time}}` a time of day, `{{lasted}}` a duration,
 * `{{until}}` a day and time, `{{reason}}` a measurement and its limit, `{{what}}` what is measured, `{{percent}}` a percentage,
 * `{{count}}` a number, `{{by}}` who did it, `{{name}}` a scenario, link, role, passkey or login.
 */
export interface NotificationTexts {
  words: Record<NotificationWords, Text>
  actions: Record<NotificationAction, string>
  /** What only pushes say. */
  push: {
    /** Instead of what happened, for a lock screen that everybody reads. */
    discreet: Text
    loggedOut: Text
    /** One push for those of quiet hours, and for those of a time without internet. */
    several: Text
    offline: Text
    /** Instead of a text that names a person; `named` where a link or role may be named. */
    personless: string
    named: string
    /** The title for somebody else's home. */
    atHome: string
    /** After a button was pressed. */
    done: string
    failed: string
    /** What must not be missed is over; `{{title}}` is its title. */
    ended: Record<EndedWords, Text>
  }
}
