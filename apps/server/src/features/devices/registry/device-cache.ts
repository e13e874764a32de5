import { kindOf } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import type { DatabaseReach } from '#platform/postgres/database-reach.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import type { DeviceEvents } from '../device-events.ts'
import { leavesHome } from '../shadow/shadow.ts'
import type { Shadows } from '../shadow/shadows.ts'
import type { Device } from './device-row.ts'
import type { DeviceStore } from './devices.store.ts'

/** Notices between instances may be lost, so with several of them a row is read again after this time. */
const KEPT_BETWEEN_INSTANCES_MS = 1_000
/** A notice is also lost if the answer to a commit is lost, which is rare. */
const KEPT_MS = 60_000
/** How many devices are remembered for the time in which the database is unavailable; the oldest are forgotten first. */
const MAX_KEPT = 50_000
const READ_AT_ONCE = 500
const READ_TRIES = 3

interface DeviceCacheOptions {
  store: Pick<DeviceStore, 'findMany'>
  /** Whether other instances change devices too. */
  isShared: boolean
  reach: Pick<DatabaseReach, 'read'>
  clock: Clock
  /** Called when devices could not be read to be remembered. */
  failed(error: unknown): void
}

/**
 * The rows of devices for commands: a lone command takes two statements instead of three. An entry is
 * dropped when the device is added, removed or changed on any instance. Doors are read from the database each time, because only
 * committed data may decide about an unlock. While the database is unavailable, what was sent to somebody is used.
 */
export function createDeviceCache({ store, isShared, reach, clock, failed }: DeviceCacheOptions) {
  const recent = createTtlCache<Device>({
    clock,
    keptMs: isShared ? KEPT_BETWEEN_INSTANCES_MS : KEPT_MS,
    staleMs: Number.POSITIVE_INFINITY,
    max: MAX_KEPT,
  })
  const read = (ids: readonly string[]) =>
    recent.read(
      () => store.findMany(ids),
      ({ id }) => id,
    )
  const isUnknown = (id: string) => recent.readStale(id) === undefined
  /** Reads devices that are not remembered. If that fails, they are not remembered. */
  const remember = async (ids: readonly string[]): Promise<void> => {
    let missing = ids.filter(isUnknown)
    try {
      for (let tries = 0; missing.length > 0 && tries < READ_TRIES; tries += 1) {
        const found: Device[] = []
        for (let from = 0; from < missing.length; from += READ_AT_ONCE)
          found.push(...(await read(missing.slice(from, from + READ_AT_ONCE))))
        // What changed during a read is not remembered, and read again.
        missing = found.map(({ id }) => id).filter(isUnknown)
      }
    } catch (error) {
      failed(error)
    }
  }
  const isDoor = ({ type }: Device) => kindOf(type).family === 'door'
  const knownShade = (id: string) => {
    const device = recent.get(id)
    return device === undefined || isDoor(device) ? undefined : device
  }
  const readAllStale = (ids: readonly string[]): Device[] | undefined => {
    const stale = ids.flatMap((id) => recent.readStale(id) ?? [])
    return stale.length === ids.length ? stale : undefined
  }

  return {
    /** Returns the devices that exist, in no particular order. */
    async findMany(ids: readonly string[]): Promise<Device[]> {
      const known = ids.flatMap((id) => knownShade(id) ?? [])
      if (known.length === ids.length) return known
      const isKnown = new Set(known.map(({ id }) => id))
      const missing = ids.filter((id) => !isKnown.has(id))
      const others = await reach.read(
        () => read(missing),
        () => readAllStale(missing),
      )
      return [...known, ...others]
    },
    /** Reads devices from the database in any case, and remembers them. */
    findFresh: read,
    /** Remembers devices that were sent to somebody, so that they can be moved while the database is unavailable. */
    remember,
    /** Drops the cached devices of a home, or of all homes if null, and reads them again. */
    dropHome(home: string | null) {
      const dropped = recent.drop(({ ownerId }) => home === null || ownerId === home)
      if (dropped.length > 0) void remember(dropped)
    },
    /** Drops devices that change, and those whose shadow is dropped. Returns the function that unsubscribes. */
    follow(
      shadows: Pick<Shadows, 'onChange' | 'onDropped'>,
      events: Pick<DeviceEvents, 'onUpdated'>,
    ): () => void {
      const undos = [
        events.onUpdated((ids) => {
          const dropped = ids.filter(recent.forget)
          if (dropped.length > 0) void remember(dropped)
        }),
        shadows.onChange(({ shadow, event }) => {
          if (leavesHome(event)) recent.forget(shadow.deviceId)
        }),
        shadows.onDropped(recent.forget),
      ]
      return () => {
        for (const undo of undos) undo()
      }
    },
  }
}
