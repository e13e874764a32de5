import { randomUUID } from 'node:crypto'
import type { DeviceSettings } from '@senca/contract'
import { createBatchedReads } from '#platform/batched-reads.ts'
import type { Clock } from '#platform/clock.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'
import { atCommit, type Queries } from '#platform/postgres/database.ts'
import { isPermanentError } from '#platform/postgres/permanent-errors.ts'
import { createSettling } from './settling.ts'
import { heldOf, nextShadow, type Shadow, type ShadowEvent, withArrival, withoutFuture } from './shadow.ts'
import { noticeSchema, type ShadowNotice } from './shadow-notices.ts'
import type { RowVersion, ShadowStore } from './shadows.store.ts'
import { createWriteBehind } from './write-behind.ts'

const deviceTopicOf = (deviceId: string) => `device.${deviceId}`

const MINUTE_MS = 60_000
/** A shadow that has not been used for this many minutes is dropped. */
const QUIET_MINUTES = 10
const READ_AT_ONCE = 500
const RETRY_MS = 1_000
/** The limit of waiting events for a device whose shadow cannot be read. Older events are dropped. */
const WAITING_MAX = 1_000

/** A change of a shadow: its value before and after, and the event that caused it. */
export interface ShadowChange {
  before: Shadow
  shadow: Shadow
  event: ShadowEvent
  /** Whether this instance ingested the report. Exactly one of all instances does. */
  isIngested: boolean
}

type Listener = (change: ShadowChange) => void

interface Entry {
  /** Null until it is read. */
  shadow: Shadow | null
  reading: Promise<void> | null
  /** When the shadow was read, in ms since 1970; 0 before. */
  readAt: number
  /** Functions that run in this order as soon as the shadow is read. */
  waiting: (() => void)[]
  /** How many callers hold the shadow. */
  holders: number
  /** The minute in which the shadow was last used. */
  usedAt: number
  unsubscribe(): void
}

type ShadowRows = Pick<ShadowStore, 'readMany' | 'write' | 'reset' | 'acceptSettings' | 'restartCounts'>

/** An event that ends what was known of a device in its home. */
type ResetEvent = Extract<ShadowEvent, { kind: 'claimed' | 'forgotten' }>

interface ShadowsOptions {
  store: ShadowRows
  /** Loaded and dropped together with the shadows. */
  endpoints: { load(deviceIds: readonly string[]): Promise<void>; drop(deviceId: string): void }
  /** Whether devices stay connected while no server runs. Then a connection belongs to no instance. */
  keepsPresence?: boolean
  bus: EventBus
  clock: Clock
  failed(error: unknown): void
  /** Called when shadows could not be read. They are read again if something waits for them. */
  readFailed(error: unknown): void
  /** Called when the shadow of a device can never be written. */
  dropped(error: unknown, deviceId: string): void
  /** Called when a listener threw. The other listeners have been called. */
  listenerFailed(error: unknown, deviceId: string): void
}

/**
 * Keeps the shadows of the devices in use in memory. A shadow is read when it is needed and dropped after ten minutes without
 * use. The instance that ingests a report applies it, publishes it on the topic of the device and writes it behind. Other
 * instances that hold the shadow apply what they receive.
 */
export function createShadows(options: ShadowsOptions) {
  const { store, endpoints, keepsPresence = false, bus, clock } = options
  const { failed, readFailed, dropped, listenerFailed } = options
  const origin = randomUUID()
  const entryById = new Map<string, Entry>()
  const listeners = new Set<Listener>()
  const listenersById = createKeyedSets<Listener>()
  const dropListeners = new Set<(deviceId: string) => void>()
  let minute = 0
  let isStopped = false
  let stopSweeping = () => {}
  const behind = createWriteBehind({
    clock,
    read: (deviceId) => entryById.get(deviceId)?.shadow ?? undefined,
    write: store.write,
    isPermanentError,
    failed,
    dropped,
  })
  const settling = createSettling({
    clock,
    arrivalOf: (deviceId) => entryById.get(deviceId)?.shadow?.arrival ?? null,
    settle(deviceId, at) {
      const [endpoint] = Object.keys(entryById.get(deviceId)?.shadow?.endpoints ?? {})
      if (endpoint !== undefined)
        record(deviceId, { kind: 'report', endpoint, state: {}, at, isDerived: true, settles: true })
    },
  })
  const readOne = createBatchedReads<Shadow>(
    async (deviceIds) => {
      try {
        // Waits until the subscription is active, so that the answers of other instances are received.
        await bus.settled()
        for (const deviceId of deviceIds) publish(deviceId, { origin, asks: true })
        const [shadows] = await Promise.all([store.readMany(deviceIds), endpoints.load(deviceIds)])
        return new Map(shadows.map((shadow) => [shadow.deviceId, shadow]))
      } catch (error) {
        // Reported once, even if several callers wait.
        readFailed(error)
        throw error
      }
    },
    { max: READ_AT_ONCE },
  )

  const call = (listener: Listener, change: ShadowChange) => {
    try {
      listener(change)
    } catch (error) {
      listenerFailed(error, change.shadow.deviceId)
    }
  }

  const publish = (deviceId: string, notice: ShadowNotice) => bus.publish(deviceTopicOf(deviceId), notice)

  const apply = (entry: Entry, event: ShadowEvent, isIngested: boolean): boolean => {
    const before = entry.shadow
    const shadow = before === null ? null : nextShadow(before, event)
    if (before === null || shadow === null) return false
    const { deviceId } = shadow
    entry.shadow = shadow
    entry.usedAt = minute
    if (shadow.arrival !== before.arrival) settling.follow(deviceId, shadow.arrival, isIngested)
    const change = { before, shadow, event, isIngested }
    for (const listener of listeners) call(listener, change)
    for (const listener of [...listenersById.of(deviceId)]) call(listener, change)
    return true
  }

  /** Messages of this instance come back to it and are ignored. */
  const isOwn = (payload: unknown) =>
    typeof payload === 'object' && payload !== null && 'origin' in payload && payload.origin === origin

  const receive = (deviceId: string, entry: Entry, payload: unknown) => {
    if (isOwn(payload)) return
    const { data: notice } = noticeSchema.safeParse(payload)
    if (notice === undefined) return
    if ('event' in notice) whenRead(deviceId, () => apply(entry, notice.event, false))
    else if (entry.shadow !== null)
      publish(deviceId, { origin, event: { kind: 'held', shadow: heldOf(entry.shadow) } })
  }

  /**
   * Subscribes before reading, so that no event is missed. Other instances answer with what they know and have not written yet.
   */
  const open = (deviceId: string): Entry => {
    const entry: Entry = {
      shadow: null,
      reading: null,
      readAt: 0,
      waiting: [],
      holders: 0,
      usedAt: minute,
      unsubscribe() {},
    }
    entryById.set(deviceId, entry)
    entry.unsubscribe = bus.subscribe(deviceTopicOf(deviceId), (payload) => receive(deviceId, entry, payload))
    return entry
  }

  const close = (deviceId: string, entry: Entry) => {
    entryById.delete(deviceId)
    settling.drop(deviceId)
    entry.unsubscribe()
    endpoints.drop(deviceId)
  }

  const read = (deviceId: string, entry: Entry): Promise<void> => {
    entry.reading ??= readOne(deviceId)
      .then((shadow) => {
        if (shadow === undefined) return close(deviceId, entry)
        entry.readAt = clock.now().getTime()
        entry.shadow = withArrival(shadow, entry.readAt, false)
        settling.follow(deviceId, entry.shadow.arrival, false)
        for (const run of entry.waiting.splice(0)) run()
      })
      .catch((error: unknown) => {
        const isNeeded = entry.waiting.length > 0 || entry.holders > 0
        if (!isNeeded) close(deviceId, entry)
        else if (!isStopped) clock.after(RETRY_MS, () => readAgain(deviceId, entry))
        throw error
      })
      .finally(() => {
        entry.reading = null
      })
    return entry.reading
  }
  const readAgain = (deviceId: string, entry: Entry) => {
    if (entryById.get(deviceId) === entry && entry.shadow === null && !isStopped)
      read(deviceId, entry).catch(() => {})
  }

  /** Calls `run` at once if the shadow is loaded, otherwise after it is read and earlier events are applied. */
  const whenRead = (deviceId: string, run: () => void) => {
    const known = entryById.get(deviceId)
    if (known !== undefined && known.shadow !== null) return run()
    const entry = known ?? open(deviceId)
    if (entry.waiting.length >= WAITING_MAX) entry.waiting.shift()
    entry.waiting.push(run)
    if (entry.waiting.length === 1 && entry.reading === null) read(deviceId, entry).catch(() => {})
  }

  /** Resolves when the shadows of these devices are loaded, for at least ten minutes. Devices that do not exist have none. */
  const load = async (deviceIds: Iterable<string>): Promise<void> => {
    const reading: Promise<void>[] = []
    for (const deviceId of deviceIds) {
      const entry = entryById.get(deviceId) ?? open(deviceId)
      entry.usedAt = minute
      if (entry.shadow === null) reading.push(read(deviceId, entry))
    }
    if (reading.length > 0) await Promise.all(reading)
  }

  const isNeeded = (deviceId: string, entry: Entry): boolean =>
    entry.shadow === null ||
    entry.holders > 0 ||
    minute - entry.usedAt < QUIET_MINUTES ||
    (entry.shadow.connected && !keepsPresence) ||
    listenersById.of(deviceId).size > 0 ||
    behind.has(deviceId)

  const sweep = () => {
    minute += 1
    for (const [deviceId, entry] of entryById) {
      if (isNeeded(deviceId, entry)) continue
      close(deviceId, entry)
      for (const listener of dropListeners) listener(deviceId)
    }
  }

  const peek = (deviceId: string): Shadow | undefined => {
    const entry = entryById.get(deviceId)
    if (entry?.shadow == null) return undefined
    entry.usedAt = minute
    return entry.shadow
  }

  /**
   * Applies an event on this and all other instances. Returns whether it changed anything. If the shadow is not loaded, the event
   * is applied after it is read, and the result is false.
   */
  const record = (deviceId: string, event: ShadowEvent): boolean => {
    const entry = entryById.get(deviceId)
    if (entry === undefined || entry.shadow === null) {
      whenRead(deviceId, () => record(deviceId, event))
      return false
    }
    if (!apply(entry, event, true)) return false
    if (event.kind !== 'target') behind.mark(deviceId)
    publish(deviceId, { origin, event })
    return true
  }

  /** Called after a committed write of rows that is not a write behind, and after the related events have been recorded. */
  const raiseVersions = (rows: readonly RowVersion[]) => {
    for (const { deviceId, generation } of rows) {
      const event = { kind: 'rowVersionRaised', generation } as const
      // A shadow that is read from now on already contains the write.
      if (entryById.has(deviceId)) record(deviceId, event)
      else publish(deviceId, { origin, event })
    }
  }

  return {
    start() {
      behind.start()
      stopSweeping = clock.every(MINUTE_MS, sweep)
    },
    async stop() {
      isStopped = true
      stopSweeping()
      settling.stop()
      for (const { unsubscribe } of entryById.values()) unsubscribe()
      await behind.stop()
    },
    load,
    whenRead,
    /** The shadow of a loaded device; throws for any other device. */
    get(deviceId: string): Shadow {
      const shadow = peek(deviceId)
      if (shadow === undefined) throw new Error(`the shadow of ${deviceId} is used before it is loaded`)
      return shadow
    },
    /** Like `get`, but undefined if the shadow is not loaded. */
    peek,
    /** Like `peek`, but this call does not keep the shadow loaded. */
    glance: (deviceId: string): Shadow | undefined => entryById.get(deviceId)?.shadow ?? undefined,
    /** When the shadow of a device was read, in ms since 1970; 0 if it is not loaded. */
    readAt: (deviceId: string): number => entryById.get(deviceId)?.readAt ?? 0,
    /** Keeps shadows loaded and up to date until the returned function is called. Use `load` to wait until they are read. */
    hold(deviceIds: readonly string[]): () => void {
      const held = deviceIds.map((deviceId) => {
        const entry = entryById.get(deviceId) ?? open(deviceId)
        entry.holders += 1
        if (entry.shadow === null) read(deviceId, entry).catch(() => {})
        return entry
      })
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        for (const entry of held) {
          entry.holders -= 1
          entry.usedAt = minute
        }
      }
    },
    record,
    /** After the clock was set back: nothing was reported later than now. Each instance does so for itself. */
    setBack(now: Date) {
      for (const [deviceId, entry] of entryById) {
        entry.readAt = Math.min(entry.readAt, now.getTime())
        const past = entry.shadow === null ? null : withoutFuture(entry.shadow, now)
        if (past === entry.shadow) continue
        entry.shadow = past
        behind.mark(deviceId)
      }
    },
    /**
     * Clears the rows of devices that start again, in the transaction that makes them do so, and records the event when it is
     * committed; null if the device itself has already reported the reset.
     */
    async reset(queries: Queries, deviceIds: readonly string[], event: ResetEvent | null): Promise<void> {
      const keepsReports = event?.kind === 'claimed' && !event.isHandedOver
      const rows = await store.reset(queries, deviceIds, { keepsReports })
      atCommit(() => {
        if (event !== null) for (const deviceId of deviceIds) record(deviceId, event)
        raiseVersions(rows)
      })
    },
    /** Writes settings that a device has acknowledged, in the transaction that keeps them for its home. */
    async acceptSettings(queries: Queries, deviceId: string, settings: DeviceSettings): Promise<void> {
      const rows = await store.acceptSettings(queries, deviceId, settings)
      atCommit(() => raiseVersions(rows))
    },
    /** Clears the stored counts of an endpoint, after a report with lower counts was recorded. */
    async restartCounts(deviceId: string, endpoint: string): Promise<void> {
      raiseVersions(await store.restartCounts(deviceId, endpoint))
    },
    /** Calls the listener with changes of all loaded shadows. */
    onChange(listener: Listener): () => void {
      // A new function for each subscription, so that one listener can subscribe twice.
      const own: Listener = (change) => listener(change)
      listeners.add(own)
      return () => listeners.delete(own)
    },
    /** Calls the listener with changes of one shadow, which is kept loaded meanwhile. */
    onChangeOf(deviceId: string, listener: Listener): () => void {
      const own: Listener = (change) => listener(change)
      listenersById.add(deviceId, own)
      return () => listenersById.delete(deviceId, own)
    },
    /** Calls the listener when a shadow is dropped, so that data about the device can be dropped too. */
    onDropped(listener: (deviceId: string) => void): () => void {
      dropListeners.add(listener)
      return () => dropListeners.delete(listener)
    },
    /** The ids of devices whose shadows are loaded or being read. */
    ids: (): string[] => [...entryById.keys()],
    /** The loaded devices that are connected, or that are not. This call does not keep them loaded. */
    idsBy: (connected: boolean): string[] =>
      [...entryById].flatMap(([deviceId, { shadow }]) => (shadow?.connected === connected ? [deviceId] : [])),
    countUnwritten: behind.count,
    countHeld: (): number => entryById.size,
    countConnected(): number {
      let count = 0
      for (const { shadow } of entryById.values()) if (shadow?.connected === true) count += 1
      return count
    },
  }
}

export type Shadows = ReturnType<typeof createShadows>
