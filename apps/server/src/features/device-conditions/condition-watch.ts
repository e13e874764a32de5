import type { DeviceChoice } from '@senca/contract/notifications'
import {
  type Device,
  hasReported,
  isFreshlyReported,
  leavesHome,
  type Shadow,
  type ShadowChange,
  type Shadows,
  stateOf,
} from '#features/devices/index.ts'
import type { NotificationData, Publishing } from '#features/notifications/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { type ConditionRow, type ConditionStore, DUE_CONDITION } from './conditions.store.ts'
import {
  CONDITIONS,
  type Condition,
  isNotifiedByDefault,
  isWholeHome,
  lasts,
  minutesOf,
} from './conditions.ts'

const MINUTE_MS = 60_000
/** Devices have reconnected by then after the server was away. Until then nobody is notified that they are offline. */
export const RECONNECTED_MS = 5 * MINUTE_MS
/** Devices that lose the connection together are notified together, although their connections end at different times. */
const TOGETHER_MS = 5 * MINUTE_MS
/** How often it is looked whether a jam still lasts: an instance may have been killed with the report of its end. */
const JAM_AGAIN_MS = MINUTE_MS
const BATCH = 200
const RETRY_MS = 1_000

interface ConditionWatchOptions {
  store: ConditionStore
  publishing: Pick<Publishing, 'publish' | 'end' | 'isPublished' | 'readersOf'>
  shadows: Pick<Shadows, 'onChange' | 'peek' | 'idsBy'>
  /** Loads devices with their shadows. */
  lookup(ids: readonly string[]): Promise<Device[]>
  isProtected(deviceId: string): Promise<boolean>
  /** Whether the broker keeps connections while no server runs. Then each end of one is reported. */
  keepsPresence: boolean
  database: Pick<Database, 'db'>
  clock: Clock
  whenDue: WhenDue
  failed(error: unknown): void
}

/** The words of a notification. A battery without a number is only said to be low. */
function wordsFor(kind: Condition, { name }: Device, shadow: Shadow, since: Date): NotificationData {
  const { battery } = stateOf(shadow)
  const words = kind === 'battery_low' && battery === undefined ? 'battery_low_unmeasured' : kind
  return {
    words,
    device: name ?? '',
    since: since.toISOString(),
    ...(kind === 'battery_low' && battery !== undefined ? { percent: battery } : {}),
  }
}

/** Since when something lasts; null if it does not, or no longer. */
interface Change {
  deviceId: string
  kind: Condition
  since: Date | null
}

interface Known {
  device: Device
  isProtected: boolean
}

/** Whether another instance may have had reports between the two, of which this one does not know yet. */
function hasMissed({ counts: before }: Shadow, { counts }: Shadow): boolean {
  const isNext = counts.totalStateUpdates === (before.totalStateUpdates ?? Number.NaN) + 1
  return !isNext || counts.totalRestarts !== before.totalRestarts
}

/**
 * Follows what lasts at devices: doors that are open, locks that are unlocked or jammed, batteries that are low, devices that are offline. A row says that it
 * lasts; when it has lasted for as long as somebody chose, that person is notified, and when it ends all notifications of it end.
 */
export function createConditionWatch(options: ConditionWatchOptions) {
  const { store, publishing, shadows, lookup, isProtected, keepsPresence, database, clock, whenDue, failed } =
    options
  let startedAt = clock.now()
  /** What is to be written, by device and condition. */
  let changed = new Map<string, Change>()
  let undo = () => {}
  let cancel = () => {}

  const write = async (): Promise<void> => {
    const batch = changed
    changed = new Map()
    try {
      await writeAll([...batch.values()])
    } catch (error) {
      failed(error)
      // What changed meanwhile is newer.
      changed = new Map([...batch, ...changed])
      clock.after(RETRY_MS, writing.request)
    }
  }

  const writeAll = async (batch: readonly Change[]): Promise<void> => {
    const now = clock.now()
    const began = batch.flatMap(({ since, ...row }) => (since === null ? [] : [{ ...row, since }]))
    const ended = batch.filter(({ since }) => since === null)
    await database.db.transaction(async (queries) => {
      await store.begin(queries, began, now)
      for (const { deviceId, kind } of ended) {
        if (!(await store.end(queries, { deviceId, kind }))) continue
        await publishing.end(queries, { deviceId, kind }, now)
      }
    })
    for (const { deviceId, kind } of ended) if (kind === 'device_offline') await endOfHome(deviceId)
  }

  /** The notification of a home ends when none of its devices is offline any more. */
  const endOfHome = async (deviceId: string): Promise<void> => {
    const [device] = await lookup([deviceId])
    const ownerId = device?.ownerId
    if (ownerId == null) return
    await database.db.transaction(async (queries) => {
      if ((await store.offlineOf(queries, ownerId)).offline.length > 0) return
      await publishing.end(queries, { keyPrefix: homeKeyOf(ownerId) }, clock.now())
    })
  }

  let written: Promise<void> = Promise.resolve()
  const writing = createCoalescedTask(() => {
    written = write()
    return written
  })

  const received = ({ before, shadow, event, isIngested }: ShadowChange) => {
    if (!isIngested) return
    const { deviceId } = shadow
    const note = (kind: Condition, since: Date | null) =>
      changed.set(`${deviceId} ${kind}`, { deviceId, kind, since })
    if (leavesHome(event)) for (const kind of CONDITIONS) note(kind, null)
    else if (event.kind === 'report' || event.kind === 'connection' || event.kind === 'charge')
      for (const kind of CONDITIONS) {
        const [was, is] = [lasts(kind, before), lasts(kind, shadow)]
        // The first report of a connection is written in any case, because the server may have ended before it wrote the last one.
        const isFirst = isFreshlyReported(shadow) && !isFreshlyReported(before)
        // People are notified of a jam and of its end at once, so neither may be among the reports that this instance has missed.
        const isMissed = kind === 'lock_jammed' && event.kind === 'report' && hasMissed(before, shadow)
        if (is === null || (was === is && !isFirst && !isMissed)) continue
        if (kind === 'device_offline' && !hasReported(shadow)) continue
        note(kind, is ? ('at' in event ? new Date(event.at) : clock.now()) : null)
      }
    if (changed.size > 0) writing.request()
  }

  const homeKeyOf = (ownerId: string) => `device_offline:home:${ownerId}:`

  /** Devices that are offline together are one notification. Returns whether they are. */
  const publishHome = async (
    queries: Queries,
    device: Device,
    row: ConditionRow,
    readers: readonly string[],
  ): Promise<boolean> => {
    const { ownerId } = device
    if (row.kind !== 'device_offline' || ownerId === null || !readers.includes(ownerId)) return false
    const { offline, devices } = await store.offlineOf(queries, ownerId)
    const latest = row.since.getTime() + TOGETHER_MS
    const together = offline.filter(({ since }) => since.getTime() <= latest)
    const [first] = together
    if (first === undefined || !isWholeHome(together.length, devices)) return false
    await publishing.publish(queries, {
      kind: row.kind,
      key: `${homeKeyOf(ownerId)}${first.since.getTime()}`,
      ownerId,
      deviceId: null,
      at: clock.now(),
      data: {
        words: 'devices_offline',
        devices: together.map(({ name }) => name ?? ''),
        since: first.since.toISOString(),
      },
    })
    return true
  }

  const dueAt = async (queries: Queries, row: ConditionRow, known: Known | undefined, now: Date) => {
    const { deviceId, kind, since } = row
    const shadow = shadows.peek(deviceId)
    const ownerId = known?.device.ownerId ?? null
    // It was dropped from memory since it was loaded, and is loaded again with the next second.
    if (known !== undefined && shadow === undefined) return
    if (known === undefined || ownerId === null || shadow === undefined || lasts(kind, shadow) === false) {
      await store.end(queries, row)
      await publishing.end(queries, { deviceId, kind }, now)
      return
    }
    const settled = startedAt.getTime() + RECONNECTED_MS
    if (kind === 'device_offline' && now.getTime() < settled) {
      await store.setDue(queries, row, new Date(settled))
      return
    }
    const key = `${kind}:${deviceId}:${since.getTime()}`
    if (kind === 'lock_jammed' && (await publishing.isPublished(queries, { ownerId, key }))) {
      await store.setDue(queries, row, new Date(now.getTime() + JAM_AGAIN_MS))
      return
    }
    const standard = minutesOf(kind, { ...known, shadow })
    const isDefault = isNotifiedByDefault(kind, shadow)
    const timeOf = (choice: DeviceChoice | undefined): number | null =>
      choice?.minutes === undefined && !isDefault
        ? null
        : since.getTime() + (choice?.minutes ?? standard) * MINUTE_MS
    const readers = await publishing.readersOf(queries, { kind, ownerId, deviceId })
    const times = readers.map(({ accountId, choice }) => ({ accountId, time: timeOf(choice) }))
    const later = times.flatMap(({ time }) => (time !== null && time > now.getTime() ? time : []))
    const notified = times
      .filter(({ time }) => time !== null && time <= now.getTime())
      .map(({ accountId }) => accountId)
    if (kind === 'lock_jammed') later.push(now.getTime() + JAM_AGAIN_MS)
    await store.setDue(queries, row, later.length === 0 ? null : new Date(Math.min(...later)))
    if (notified.length === 0) return
    const isOfHome = await publishHome(queries, known.device, row, notified)
    await publishing.publish(queries, {
      kind,
      key,
      ownerId,
      deviceId,
      at: now,
      data: wordsFor(kind, known.device, shadow, since),
      readers: isOfHome ? notified.filter((id) => id !== ownerId) : notified,
    })
  }

  const due = whenDue({
    kind: 'device-conditions',
    query: DUE_CONDITION,
    async run(_found, repeatAfter) {
      const found = await store.due(clock.now(), BATCH)
      const knownById = new Map<string, Known>()
      for (const device of await lookup(found.map(({ deviceId }) => deviceId)))
        knownById.set(device.id, { device, isProtected: await isProtected(device.id) })
      await database.db.transaction(async (queries) => {
        const now = clock.now()
        for (const row of await store.take(queries, found, now))
          await dueAt(queries, row, knownById.get(row.deviceId), now)
      })
      if (found.length === BATCH) repeatAfter(0)
    },
    failed,
  })

  return {
    start() {
      undo = shadows.onChange(received)
    },
    async open() {
      startedAt = clock.now()
      await store.beginMissed(startedAt)
      await store.checkEnded(startedAt)
      if (keepsPresence) return
      cancel = clock.after(RECONNECTED_MS, () => {
        store.beginOffline(shadows.idsBy(true), startedAt).catch(failed)
      })
    },
    setBack: store.setBack,
    async stop() {
      undo()
      cancel()
      writing.stop()
      await written
      await due.stop()
    },
  }
}
