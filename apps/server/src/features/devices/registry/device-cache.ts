import { kindOf } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import type { DatabaseReach } from '#platform/postgres/database-reach.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import type { DeviceEvents } from '../device-events.ts'
import { leavesHome } from '../shadow/shadow.ts'
import type { Shadows } from '../shadow/shadows.ts'
import type { Device } from './device-row.ts'
import type { DeviceStore } from './devices.store.ts'

/** Change notices between instances take milliseconds. This limits the effect of a lost notice. */
const KEPT_MS = 1_000
/** How long cached devices are used while the database is unavailable. */
const RECALLED_MS = 900_000
const MAX_KEPT = 10_000

interface DeviceCacheOptions {
  store: Pick<DeviceStore, 'findMany'>
  reach: Pick<DatabaseReach, 'read'>
  clock: Clock
}

/**
 * A short cache of devices for commands. An entry is dropped when the device is added, removed or changed on any instance. Doors
 * are read from the database each time, because only committed data may decide about an unlock.
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
    /** Returns the devices that exist, in no particular order. */
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
    /** Drops the cached devices of a home, or of all homes if null. */
    dropHome: (home: string | null) => recent.drop(({ ownerId }) => home === null || ownerId === home),
    /** Drops changed devices from the cache. Returns the function that unsubscribes. */
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
