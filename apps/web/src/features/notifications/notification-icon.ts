import type { NotificationKind } from '@senca/contract/notifications'
import type { IconName } from '#ui/layout/icon-paths.ts'

const ICONS: Readonly<Record<NotificationKind, IconName>> = {
  door_forced: 'alert',
  alarm: 'alert',
  lock_jammed: 'lock',
  hold_failed: 'alert',
  door_open: 'doorOpen',
  door_unlocked: 'unlock',
  device_offline: 'offline',
  sensor_silent: 'airing',
  hold_began: 'airing',
  command_failed: 'again',
  link_used: 'link',
  role_used: 'people',
  link_blocked: 'link',
  battery_low: 'battery',
  scenario_failed: 'clock',
  firmware_failed: 'download',
  factory_reset: 'history',
  weather_automatic: 'airing',
  account_security: 'shield',
  transfer_offered: 'outward',
  role_changed: 'people',
  push_ending: 'bell',
  test: 'bell',
}

const byKind: Readonly<Record<string, IconName>> = ICONS

/** The icon of a kind; that of all notifications for one of a newer server. */
export const iconOf = (kind: string): IconName => byKind[kind] ?? 'bell'
