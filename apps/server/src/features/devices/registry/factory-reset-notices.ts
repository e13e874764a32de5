import type { Activity } from '#features/activity/index.ts'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
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
  /** Prepares the mail to the owner of a device. The returned function writes it in a transaction. */
  prepareMail(ownerId: string, deviceName: string): Promise<(queries: Queries) => Promise<void>>
}

/** Notifies owners of a factory reset, because it enables the claim code. The rate is limited for each device. */
export const createFactoryResetNotices =
  ({ limits, activity, clock, prepareMail }: FactoryResetNoticesOptions) =>
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
      write: await prepareMail(ownerId, name),
      written: () =>
        activity.recordLocal(device, {
          action: 'factory_reset',
          origin: 'device',
          details: {},
          at: clock.now(),
        }),
    }
  }
