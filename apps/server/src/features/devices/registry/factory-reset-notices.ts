import { randomUUID } from 'node:crypto'
import type { Activity } from '#features/activity/index.ts'
import { writeFactoryResetMail } from '#features/confirmations/index.ts'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { Device } from './device-row.ts'

/** What follows from a factory reset: `write` runs in its transaction, `written` after it. */
export interface ResetNotice {
  ownerId: string
  write(queries: Queries): Promise<void>
  written(): void
}

interface FactoryResetNoticesOptions {
  limits: Pick<LimitService, 'take'>
  activity: Pick<Activity, 'recordLocal'>
  clock: Clock
  notify: Pick<Notify, 'publish'>
}

/** Notifies owners of a factory reset, because it enables the claim code. The rate is limited for each device. */
export const createFactoryResetNotices =
  ({ limits, activity, clock, notify }: FactoryResetNoticesOptions) =>
  async (device: Device): Promise<ResetNotice | null> => {
    const { id, ownerId, name } = device
    if (ownerId === null) return null
    try {
      await limits.take([LIMIT_RULES.factoryResetsOfDevice, id])
    } catch (error) {
      if (error instanceof ApiError && error.code === 'too_many_requests') return null
      throw error
    }
    return {
      ownerId,
      write: (queries) => {
        const at = clock.now()
        return notify.publish(queries, {
          kind: 'factory_reset',
          key: `factory_reset:${randomUUID()}`,
          ownerId,
          deviceId: id,
          at,
          data: { words: 'factory_reset', device: name },
          mail: (address) => writeFactoryResetMail({ ...address, device: name }),
          isUnlimited: true,
        })
      },
      written: () =>
        activity.recordLocal(device, {
          action: 'factory_reset',
          origin: 'device',
          details: {},
          at: clock.now(),
        }),
    }
  }
