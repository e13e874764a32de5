import type { SecurityEvent, SecurityEventKind } from '@senca/contract/account'
import type { Texts } from '#i18n/resources.ts'

type Means = keyof Texts['events']['means']

const MEANS: ReadonlyMap<string, Means> = new Map<string, Means>([
  ['password', 'password'],
  ['google', 'google'],
  ['apple', 'apple'],
  ['totp', 'totp'],
  ['passkey', 'passkey'],
  ['recovery', 'recovery'],
])

/** The sign-in method in an event's detail; null if this page has no text for it. */
export const meansOf = (detail: string | null): Means | null =>
  detail === null ? null : (MEANS.get(detail) ?? null)

const ABOUT_LOGINS: ReadonlySet<SecurityEventKind> = new Set<SecurityEventKind>([
  'mqtt_login_created',
  'mqtt_login_replaced',
  'mqtt_login_deleted',
  'mqtt_broker_joined',
  'mqtt_broker_left',
  'bridge_unlock_on',
  'bridge_unlock_off',
  'bridge_created',
  'bridge_changed',
  'bridge_secret_replaced',
  'bridge_paired',
  'bridge_unpaired',
  'bridge_reset',
  'bridge_second_process',
  'bridge_token_reused',
])

/** The MQTT login, the broker, or the connected app with its door that an event is about; null for other events. */
export const loginNameOf = ({ kind, detail }: Pick<SecurityEvent, 'kind' | 'detail'>): string | null =>
  ABOUT_LOGINS.has(kind) ? detail : null

const ALARMING: ReadonlySet<SecurityEventKind> = new Set<SecurityEventKind>([
  'sign_in_failed',
  'second_factor_failed',
  'second_factor_removed',
  'recovery_code_used',
  'deletion_requested',
  'mqtt_login_created',
  'mqtt_login_replaced',
  'mqtt_broker_joined',
  'bridge_unlock_on',
  'bridge_created',
  'bridge_changed',
  'bridge_secret_replaced',
  'bridge_second_process',
  'bridge_token_reused',
])

/** Whether the owner should check the event. */
export const isAlarming = (kind: SecurityEventKind): boolean => ALARMING.has(kind)
