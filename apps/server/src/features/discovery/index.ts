import type { CreateHardware } from '#drivers/hardware.ts'
import type { Activity } from '#features/activity/index.ts'
import type { MqttAccess } from '#features/mqtt-access/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { discoveryRoutes } from './discovery.routes.ts'
import { createDiscoveryService } from './discovery.service.ts'
import { createDiscoveryStore } from './discovery.store.ts'
import { createHomes } from './homes.ts'
import { createTries } from './tries.ts'

export type { CreateHardware } from '#drivers/hardware.ts'

interface DiscoveryOptions {
  activity: Pick<Activity, 'recordEntityUnlock'>
  createHardware: CreateHardware
  mqttAccess: MqttAccess
  realtime: Pick<Realtime, 'publish'>
}

/** Registers what third-party hardware announces in the MQTT spaces of accounts, and the commands that try it. */
export function registerDiscovery(context: AppContext, options: DiscoveryOptions) {
  const { clock, database, http, logger, metrics, runs } = context
  const { activity, createHardware, mqttAccess, realtime } = options
  const refused = metrics.counter(
    'senca_announcements_refused_total',
    'Announcements of third-party hardware that were not accepted',
    'code',
  )
  const homes = createHomes({
    clock,
    store: createDiscoveryStore(database.db),
    createHardware,
    updated: (accountId) => realtime.publish('discovery.updated', { accountId }, {}),
    notice(accountId, notice) {
      refused(notice.code)
      mqttAccess.notify(accountId, notice)
    },
    failed: (error, accountId) =>
      logger.error(
        { err: error, accountId },
        'The hardware of an account could not be asked, or what is known of it could not be written',
      ),
  })
  const tries = createTries({
    activity,
    clock,
    failed: (error) => logger.warn({ err: error }, 'Hardware that was tried could not be set back'),
  })
  mqttAccess.prepareOpeningBy(homes.prepare)
  mqttAccess.countEntitiesBy((accountId) =>
    [...(homes.find(accountId)?.hardware.counts().values() ?? [])].reduce((sum, count) => sum + count, 0),
  )
  metrics.gauges('senca_entities', 'Entities that hardware announced in open spaces', 'source', () => {
    const counts = new Map<string, number>()
    for (const { hardware } of homes.all())
      for (const [source, count] of hardware.counts()) counts.set(source, (counts.get(source) ?? 0) + count)
    return counts
  })
  http.register(discoveryRoutes, {
    discovery: createDiscoveryService({
      homes,
      tries,
      clock,
      openSpace: mqttAccess.openSpace,
      publishBirth: mqttAccess.publishBirth,
    }),
  })
  let unfollow = () => {}
  runs({
    start() {
      unfollow = mqttAccess.spaces?.onOpened(homes.open) ?? unfollow
    },
    async stop() {
      unfollow()
      await tries.stop()
      await homes.stop()
    },
  })
}
