import type { DeviceHealth, HealthSign } from '@senca/contract/health'
import type { Device, Devices } from '#features/devices/index.ts'
import type { Actor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { HealthStore } from './health.store.ts'
import { firstDay, firstOfWeek, signsOf, WEAK_DBM } from './signs.ts'

const BATCH_SIZE = 500

interface HealthServiceOptions {
  store: HealthStore
  devices: Pick<Devices, 'service' | 'shadows' | 'hardwareOf' | 'lookup'>
  /** Writes the counters of this instance that are not written yet. */
  write(): Promise<void>
  /** Notifies the home of new signs, in the transaction that records this. */
  notify(queries: Queries, device: Device, signs: readonly HealthSign[]): Promise<void>
  transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  clock: Clock
}

/** The health of devices, and signs of faults. */
export function createHealthService(options: HealthServiceOptions) {
  const { store, devices, write, notify, transaction, clock } = options
  return {
    /** Throws `device_not_exist` and `insufficient_permission`. */
    async health(actor: Actor, id: string): Promise<DeviceHealth> {
      await devices.service.find(actor, 'maintain', id)
      await Promise.all([write(), devices.shadows.load([id])])
      const now = clock.now()
      const { said, reportedAt } = await store.find(id)
      const days = (await store.daysOf([id], firstDay(now))).get(id) ?? []
      const hardware = devices.hardwareOf(id)
      const { connected, lastSeenAt, counts } = devices.shadows.get(id)
      return {
        connected,
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
        version: hardware?.version ?? null,
        firmware: hardware?.firmware ?? null,
        totalRestarts: counts.totalRestarts,
        said: said === null || reportedAt === null ? null : { ...said, at: reportedAt.toISOString() },
        days,
        signs: signsOf({ days, said }, now),
      }
    },

    /** Checks every device with new counters, and notifies each home once of each new sign. */
    async checkAll(): Promise<void> {
      const now = clock.now()
      const from = firstDay(now)
      let after = ''
      for (;;) {
        const kept = await store.toCheck(after, { from: firstOfWeek(now), weakDbm: WEAK_DBM }, BATCH_SIZE)
        const ids = kept.map(({ deviceId }) => deviceId)
        const daysById = await store.daysOf(ids, from)
        for (const { deviceId, said, notifiedSigns } of kept) {
          const signs = signsOf({ days: daysById.get(deviceId) ?? [], said }, now)
          if (signs.join() === notifiedSigns.join()) continue
          const isNew = (sign: HealthSign) => !notifiedSigns.includes(sign)
          const [device] = await devices.lookup([deviceId])
          await transaction(async (queries) => {
            const isNews = await store.setNotifiedSigns(queries, deviceId, { before: notifiedSigns, signs })
            if (isNews && device !== undefined) await notify(queries, device, signs.filter(isNew))
          })
        }
        const last = ids.at(-1)
        if (last === undefined || ids.length < BATCH_SIZE) return
        after = last
      }
    },
  }
}

export type HealthService = ReturnType<typeof createHealthService>
