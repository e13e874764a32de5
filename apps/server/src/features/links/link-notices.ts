import type { Device } from '#features/devices/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { LinkActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { Link } from './link.ts'

interface LinkNoticesOptions {
  notify: Pick<Notify, 'publish'>
  lookup(ids: readonly string[]): Promise<Device[]>
  clock: Clock
}

/** Notifies owners of what their links were used for. */
export const createLinkNotices = ({ notify, lookup, clock }: LinkNoticesOptions) => ({
  async unlocked({ linkId, ownerId, name }: LinkActor, deviceId: string) {
    const [device] = await lookup([deviceId])
    return async (queries: Queries): Promise<void> => {
      const at = clock.now()
      await notify.publish(queries, {
        kind: 'link_used',
        key: `link_used:${linkId}:${deviceId}:${at.getTime()}`,
        ownerId,
        deviceId,
        at,
        data: { words: 'link_used', device: device?.name ?? '', name: name ?? '–' },
      })
    }
  },
  async blocked(queries: Queries, { id, accountId, name }: Link): Promise<void> {
    const at = clock.now()
    await notify.publish(queries, {
      kind: 'link_blocked',
      key: `link_blocked:${id}:${at.getTime()}`,
      ownerId: accountId,
      deviceId: null,
      at,
      data: { words: 'link_blocked', name: name ?? '–' },
    })
  },
})
