import { kindOf } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import type { DatabaseReach } from '#platform/postgres/database-reach.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import type { DeviceEvents } from '../device-events.ts'
import { leavesHome } from '../shadow/shadow.ts'
import type { Shadows } from '../shadow/shadows.ts'
import type { Device } from './device-row.ts'
import type { DeviceStore } from './devices.store.ts'

/** Notices of changes take milliseconds between instances; this bounds what a lost one can do. */
const KEPT_MS = 1_000
/** While the database is away. */
const RECALLED_MS = 900_000
const MAX_KEPT = 10_000

interface DeviceCacheOptions {
  store: Pick<DeviceStore, 'findMany'>
  reach: Pick<DatabaseReach, 'read'>
  clock: Clock
}

/**
 * Devices as they were read a moment ago, for commands; dropped as soon as they come, go or are changed, on whichever
 * instance. Doors are read each time: what opens one is never decided by anything but what is committed, and no unlocking
 * leaves without an entry in the database.
 */
export function createDeviceCache({ store, reach, clock }: DeviceCacheOptions) {
  const recent = createTtlCache<Device>({ clock, keptMs: KEPT_MS, recalledMs: RECALLED_MS, max: MAX_KEPT })
  const isDoor = ({ type }: Device) => kindOf(type).family === 'door'
  const knownShade = (id: string) => {
    const device = recent.get(id)
    return device === undefined || isDoor(device) ? undefined : device
  }
  const recallAll = (ids: readonly string[]): Device[] | undefined => {
    const recalled = ids.flatMap((id) => recent.recall(id) ?? [])
    return recalled.length === ids.length ? recalled : undefined
  }

  return {
    /** Those of the ids that exist, in no particular order. */
    async findMany(ids: readonly string[]): Promise<Device[]> {
      const known = ids.flatMap((id) => knownShade(id) ?? [])
      if (known.length === ids.length) return known
      const isKnown = new Set(known.map(({ id }) => id))
      const missing = ids.filter((id) => !isKnown.has(id))
      const others = await reach.read(
        () =>
          recent.read(
            () => store.findMany(missing),
            ({ id }) => id,
          ),
        () => recallAll(missing),
      )
      return [...known, ...others]
    },
    /** What was read of a home, or of all homes where null, is read again. */
    dropHome: (home: string | null) => recent.drop(({ ownerId }) => home === null || ownerId === home),
    /** Follows what is said of devices until the returned function is called. */
    follow(shadows: Pick<Shadows, 'onChange'>, events: Pick<DeviceEvents, 'onUpdated'>): () => void {
      const undos = [
        events.onUpdated((ids) => ids.forEach(recent.forget)),
        shadows.onChange(({ shadow, event }) => {
          if (leavesHome(event)) recent.forget(shadow.deviceId)
        }),
      ]
      return () => {
        for (const undo of undos) undo()
      }
    },
  }
}

export type DeviceCache = ReturnType<typeof createDeviceCache>
