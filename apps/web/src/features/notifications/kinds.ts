import { ALWAYS_MAILED, type NotificationKind } from '@senca/contract/notifications'
import type { CheckColumn, CheckRow } from '#ui/forms/check-table.tsx'

/** The kinds of one's own home, in the order of the page. */
export const KIND_GROUPS = [
  { group: 'safety', kinds: ['door_forced', 'alarm', 'lock_jammed', 'hold_failed'] },
  {
    group: 'devices',
    kinds: [
      'door_open',
      'door_unlocked',
      'device_offline',
      'battery_low',
      'command_failed',
      'scenario_failed',
      'firmware_failed',
      'factory_reset',
    ],
  },
  { group: 'weather', kinds: ['hold_began', 'sensor_silent', 'weather_automatic'] },
  {
    group: 'access',
    kinds: ['link_used', 'role_used', 'link_blocked', 'role_changed', 'transfer_offered', 'account_security'],
  },
] as const satisfies readonly { group: string; kinds: readonly NotificationKind[] }[]
type ListedKind = (typeof KIND_GROUPS)[number]['kinds'][number]

/** The kinds that a person can turn on for a home of somebody else. */
export const OF_OTHER_HOMES = [
  'door_forced',
  'lock_jammed',
  'hold_failed',
  'door_open',
  'door_unlocked',
  'device_offline',
  'battery_low',
  'command_failed',
] as const satisfies readonly ListedKind[]

export type Channel = 'push' | 'mail'
type Channels = Readonly<Record<Channel, boolean>>

/** The rows of a table of kinds, with what stands for each. */
export const kindRows = <Kind extends ListedKind>(
  kinds: readonly Kind[],
  standing: Readonly<Record<string, Channels>>,
  labelOf: (kind: Kind) => string,
): CheckRow<Kind, Channel>[] =>
  kinds.map((kind) => ({
    value: kind,
    label: labelOf(kind),
    ticked: standing[kind] ?? { push: false, mail: false },
    fixed: ALWAYS_MAILED.has(kind) ? ['mail'] : [],
  }))

/** Devices are a column only where a phone is there to show something. */
export const channelColumns = (
  words: Readonly<Record<Channel, string>>,
  hasPhones: boolean,
): CheckColumn<Channel>[] => [
  ...(hasPhones ? ([{ value: 'push', icon: 'screens', label: words.push }] as const) : []),
  { value: 'mail', icon: 'mail', label: words.mail },
]
