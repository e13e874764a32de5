import type { Notify } from '#features/notifications/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { failedAmong } from './firing-steps.store.ts'

interface FiringNoticesOptions {
  notify: Pick<Notify, 'publish'>
  clock: Pick<Clock, 'now'>
}

/** Notifies the author of a scenario that failed by itself, in part too, in the transaction that ends its firing [PK16]. */
export const createFiringNotices =
  ({ notify, clock }: FiringNoticesOptions) =>
  async (queries: Queries, firingIds: readonly string[]): Promise<void> => {
    if (firingIds.length === 0) return
    const now = clock.now()
    const failed = await failedAmong(queries, firingIds, now)
    for (const { firingId, accountId, name, firedAt, isWhole, devices } of failed)
      await notify.publish(queries, {
        kind: 'scenario_failed',
        key: `scenario_failed:${firingId}`,
        ownerId: accountId,
        deviceId: null,
        at: now,
        data: {
          words: isWhole ? 'scenario_failed' : 'scenario_failed_in_part',
          name,
          devices,
          since: new Date(firedAt).toISOString(),
        },
        readers: [accountId],
      })
  }
