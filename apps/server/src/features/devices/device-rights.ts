import { type Actor, can, createRightsIndex, rightsEvents } from '#features/rights/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { sharedIdsOf } from './devices.service.ts'
import { type ActorRenewalOptions, createActorRenewal } from './registry/actor-renewal.ts'
import type { DeviceStore } from './registry/devices.store.ts'

interface DeviceRightsOptions extends ActorRenewalOptions {
  store: Pick<DeviceStore, 'listFor' | 'findMany'>
  /** Called when the rights of a home, or of all homes if null, may have changed. */
  outdated(home: string | null): void
}

/** Who may do what with devices, according to ownership and to what is shared now. */
export function createDeviceRights(
  { database, clock, logger }: Pick<AppContext, 'database' | 'clock' | 'logger'>,
  { store, outdated, ...renewal }: DeviceRightsOptions,
) {
  const { withReceived, renew } = createActorRenewal(renewal)
  const loadVisible = async (actor: Actor): Promise<string[]> => {
    const candidates =
      actor.kind === 'account'
        ? await store.listFor(actor.accountId, sharedIdsOf(actor))
        : await store.findMany([...actor.grants.keys()])
    return candidates.filter((device) => can(actor, 'view', device)).map(({ id }) => id)
  }
  return createRightsIndex({
    database,
    announce: (homes) => rightsEvents.announce(database.db, homes),
    clock,
    outdated,
    renew,
    load: async (asking) => {
      const actor = asking.kind === 'account' ? await withReceived(asking) : await renew(asking)
      return { actor, deviceIds: await loadVisible(actor) }
    },
    failed: (error) => logger.error({ err: error }, 'Changed rights could not be read'),
  })
}
