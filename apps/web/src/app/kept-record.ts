import { type DeviceInfo, deviceReading, preferencesSchema, readableList, roomSchema } from '@senca/contract'
import { groupSchema, homeSchema, momentSchema, scenarioSchema } from '@senca/contract/automation'
import { type NotificationEntry, notificationSchema } from '@senca/contract/notifications'
import * as z from 'zod/mini'
import { parseJson } from '#core/api/failures.ts'

/** A record of another format is not read. Raise it when what is kept changes its meaning. */
const FORMAT = 1
const MAX_LENGTH = 1_048_576
/** Longer addresses are cut in texts. */
const NAMED_LENGTH = 39
const KEPT_MS = 30 * 86_400_000

const orNothing = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined)

const partsSchema = z.object({
  devices: readableList(deviceReading),
  rooms: orNothing(readableList(roomSchema)),
  preferences: orNothing(preferencesSchema),
  groups: orNothing(readableList(groupSchema)),
  scenarios: orNothing(readableList(scenarioSchema)),
  moments: orNothing(readableList(momentSchema)),
  home: orNothing(z.nullable(homeSchema)),
  notifications: orNothing(readableList(notificationSchema)),
})
/** What is kept of a home for a start without a network; absent is what was never loaded. */
export type KeptParts = z.infer<typeof partsSchema>

const recordSchema = z.object({
  format: z.literal(FORMAT),
  /** The e-mail address of the account whose home it is. */
  account: z.string(),
  /** When the home was like this, by the clock of the server. */
  at: z.number(),
  /** How far the clock of the server is ahead of the phone's, in milliseconds. */
  ahead: z.number(),
  ...partsSchema.shape,
})
export type KeptRecord = z.infer<typeof recordSchema>

/** The fields of a device that are kept. Who maintains it, its hardware and its keys are not. */
const DEVICE_FIELDS = [
  'id',
  'name',
  'devicetype',
  'connected',
  'version',
  'permissions',
  'can',
  'settings',
  'favourite',
  'ventilation',
  'lastSeenAt',
  'unlockBy',
  'room',
  'safety',
  'weatherAutomatic',
  'weatherAutomaticUntil',
  'doorId',
  'sun',
  'owner',
  'until',
  'confirmation',
  'totalRestarts',
  'totalStateUpdates',
  'state',
] as const

const keptDevice = (device: DeviceInfo): object =>
  Object.fromEntries(Object.entries(device).filter(([field]) => DEVICE_FIELDS.some((kept) => kept === field)))

/** Names of people stay at the server: who made a scenario is only known to be somebody else. */
const keptScenario = (scenario: NonNullable<KeptParts['scenarios']>[number]) => ({
  ...scenario,
  madeBy: scenario.madeBy === null ? null : '',
})

/** Addresses of people stay at the server. An action needs a connection, and its time would be over. */
const keptNotification = (entry: NotificationEntry): NotificationEntry => {
  const { by, body } = entry
  const isNamed = by !== null && body.includes(by.slice(0, NAMED_LENGTH))
  return { ...entry, by: null, body: isNamed ? '' : body, actions: [], phones: [] }
}

/** The text that is kept. Of a home that is too large the pinned devices and those in rooms come first. */
export function writeKept(of: Pick<KeptRecord, 'account' | 'at' | 'ahead'>, parts: KeptParts): string {
  const { devices, scenarios, moments, groups, notifications, ...rest } = parts
  const pinned = new Set(parts.preferences?.pinned)
  const rank = (device: DeviceInfo) => (pinned.has(device.id) ? 0 : device.room == null ? 2 : 1)
  const ordered = [...devices].sort((a, b) => rank(a) - rank(b)).map(keptDevice)
  const automatic = {
    scenarios: scenarios?.map(keptScenario),
    moments,
    groups,
    notifications: notifications?.map(keptNotification),
  }
  const textOf = (count: number, more: object) =>
    JSON.stringify({ format: FORMAT, ...of, ...rest, ...more, devices: ordered.slice(0, count) })
  let count = ordered.length
  let text = textOf(count, automatic)
  while (text.length > MAX_LENGTH) {
    text = textOf(count, {})
    count = Math.floor(count * 0.8)
  }
  return text
}

/** Reads what was kept; null for the home of another account, what is older than 30 days, and what cannot be read. */
export function readKept(kept: unknown, account: string | null, now: number): KeptRecord | null {
  if (typeof kept !== 'string') return null
  const { data } = recordSchema.safeParse(parseJson(kept))
  if (data === undefined || data.account !== account || now - data.at > KEPT_MS) return null
  return { ...data, devices: data.devices.map(withRestingLocks) }
}

/** A lock that was on its way then is not known. A page shows nothing that is kept as moving. */
function withRestingLocks(device: DeviceInfo): DeviceInfo {
  const { state } = device
  const { magnetLockState, motorLockState } = state
  return {
    ...device,
    state: {
      ...state,
      ...(isOnItsWay(magnetLockState) ? { magnetLockState: 'unknown' as const } : {}),
      ...(isOnItsWay(motorLockState) ? { motorLockState: 'unknown' as const } : {}),
    },
  }
}

const isOnItsWay = (lock: string | undefined) => lock === 'locking' || lock === 'unlocking'
