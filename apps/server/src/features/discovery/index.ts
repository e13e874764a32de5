import * as z from 'zod/mini'
import type { CreateHardware, EntityDriver } from '#drivers/hardware.ts'
import type { Activity } from '#features/activity/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { MqttAccess } from '#features/mqtt-access/index.ts'
import type { MqttJoining } from '#features/mqtt-join/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { Prove } from '#features/second-factor/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { parseJson } from '#platform/parse-json.ts'
import { atCommit } from '#platform/postgres/database.ts'
import { brokerOf } from './account-hardware.ts'
import { createAddingService } from './adding.service.ts'
import { discoveryRoutes } from './discovery.routes.ts'
import { createDiscoveryService } from './discovery.service.ts'
import { createDiscoveryStore } from './discovery.store.ts'
import {
  type HardwareSpace,
  joinedSpaceOf,
  type MatterSpace,
  matterSpaceOf,
  ownSpaceOf,
} from './hardware-space.ts'
import { countOf, createHomes } from './homes.ts'
import { createTries } from './tries.ts'

export type { CreateHardware } from '#drivers/hardware.ts'
export type { MatterSpace } from './hardware-space.ts'

/** Where the hardware of a device was found, and whether another Senca announced it. */
export interface DeviceOrigin {
  brokers: Set<HardwareSpace['broker']>
  isOfSenca: boolean
}

/** Whether an announcement is of a Senca: another one, because those of this server are not listed. */
function isOfSenca(payload: Buffer | undefined): boolean {
  const announced = announcedSchema.safeParse(parseJson(payload?.toString() ?? '')).data
  return announced?.origin?.name === 'Senca' || announced?.device?.via_device?.startsWith('senca_') === true
}
const announcedSchema = z.object({
  origin: z.optional(z.object({ name: z.optional(z.string()) })),
  device: z.optional(z.object({ via_device: z.optional(z.string()) })),
})

interface DiscoveryOptions {
  /** By what this installation is known to those who read what it announces. */
  serverId(): Promise<string>
  activity: Pick<Activity, 'record' | 'recordEntityUnlock'>
  createHardware: CreateHardware
  devices: Devices
  driver: EntityDriver
  mqttAccess: MqttAccess
  mqttJoin: MqttJoining
  realtime: Pick<Realtime, 'publish'>
  secondFactor: { prove: Prove }
}

/** Registers what third-party hardware announces in the MQTT spaces of accounts, and the commands that try it. */
export function registerDiscovery(context: AppContext, options: DiscoveryOptions) {
  const { clock, database, http, logger, metrics, runs } = context
  const { activity, createHardware, devices, driver, mqttAccess, mqttJoin, realtime, secondFactor } = options
  const refused = metrics.counter(
    'senca_announcements_refused_total',
    'Announcements of third-party hardware that were not accepted',
    'code',
  )
  const stopped = metrics.counter(
    'senca_templates_stopped_total',
    'Templates of third-party hardware that were switched off because they cost too much',
  )
  const failed = (error: unknown, accountId: string) =>
    logger.error(
      { err: error, accountId },
      'The hardware of an account could not be asked, or what is known of it could not be read or written',
    )
  const store = createDiscoveryStore(database.db)
  const homes = createHomes({
    driver,
    bindingsOf: devices.entities.bindingsOf,
    clock,
    store,
    serverId: options.serverId,
    createHardware,
    updated: (accountId) => realtime.publish('discovery.updated', { accountId }, {}),
    devicesUpdated: (deviceIds) => devices.events.updated(...deviceIds),
    notice(accountId, notice) {
      if (notice.code === 'template_stopped') stopped()
      else refused(notice.code)
      mqttAccess.notify(accountId, notice)
    },
    failed,
  })
  const tries = createTries({
    activity,
    prove: secondFactor.prove,
    clock,
    failed: (error) => logger.warn({ err: error }, 'Hardware that was tried could not be set back'),
  })
  mqttAccess.prepareOpeningBy(homes.prepare)
  const countEntities = (accountId: string, broker: HardwareSpace['broker']) =>
    countOf((homes.find(accountId)?.hardware.sides() ?? []).filter(({ space }) => space.broker === broker))
  mqttAccess.countEntitiesBy((accountId) => countEntities(accountId, 'own'))
  mqttJoin.countEntitiesBy((accountId) => countEntities(accountId, 'joined'))
  mqttJoin.openBy(async (space) => {
    await homes.prepare(space.accountId)
    homes.open(joinedSpaceOf(space))
  })
  metrics.gauges('senca_entities', 'Entities that hardware announced in open spaces', 'source', () => {
    const counts = new Map<string, number>()
    for (const { hardware } of [...homes.all()].flatMap((home) => home.hardware.sides()))
      for (const [source, count] of hardware.counts()) counts.set(source, (counts.get(source) ?? 0) + count)
    return counts
  })
  const discovery = createDiscoveryService({
    homes,
    tries,
    clock,
    openSpace: mqttAccess.openSpace,
    async publishBirth(accountId) {
      mqttJoin.find(accountId)?.publishBirth()
      await mqttAccess.publishBirth(accountId)
    },
  })
  const adding = createAddingService({
    devices,
    activity,
    prove: secondFactor.prove,
    clock,
    homeWith: discovery.homeWith,
  })
  http.register(discoveryRoutes, { discovery, adding })
  driver.openBy(async (accountId) => {
    await mqttAccess.openSpace(accountId).catch((error: unknown) => failed(error, accountId))
  })
  /** After devices have left their home, their entities are listed again. */
  const rebind = (accountId: string) => {
    const home = homes.find(accountId)
    home?.rebind().then(home.changed, (error: unknown) => failed(error, accountId))
  }
  let unfollow = () => {}
  runs({
    start() {
      const undos = [
        mqttAccess.spaces?.onOpened((space) => homes.open(ownSpaceOf(space))),
        // A door may have become a guarded one.
        devices.events.onUpdated((deviceIds) => {
          for (const accountId of driver.accountsOf(deviceIds)) rebind(accountId)
        }),
      ]
      unfollow = () => {
        for (const undo of undos) undo?.()
      }
    },
    async stop() {
      unfollow()
      await tries.stop()
      await homes.stop()
    },
  })

  return {
    /** Opens the Matter nodes of an account as a further space of its hardware. */
    async openMatter(space: MatterSpace): Promise<void> {
      await homes.prepare(space.accountId)
      homes.open(matterSpaceOf(space))
    },
    entitiesOfNode: (accountId: string, node: string): string[] =>
      (homes.find(accountId)?.hardware.list() ?? [])
        .filter(({ source, address }) => source === 'matter' && address.startsWith(`${node} `))
        .map(({ id }) => id),
    /** Where the hardware of the devices of an account was found, as far as it is of other makers. */
    async originsOf(accountId: string): Promise<Map<string, DeviceOrigin>> {
      const origins = new Map<string, DeviceOrigin>()
      const bindings = await devices.entities.bindingsOf(accountId)
      if (bindings.length === 0) return origins
      const hardware = homes.find(accountId)?.hardware
      const kept = await store.announcementsOf(accountId)
      for (const { entityId, deviceId } of bindings) {
        const origin = origins.get(deviceId) ?? { brokers: new Set(), isOfSenca: false }
        origins.set(deviceId, origin)
        const announcement = hardware?.announcementOf(entityId) ?? kept.get(entityId)
        if (announcement === undefined || announcement === null) continue
        origin.brokers.add(brokerOf(announcement.topic))
        if (isOfSenca(announcement.payload)) origin.isOfSenca = true
      }
      return origins
    },
    /** Called in the transaction by which devices leave their home. */
    left(deviceIds: readonly string[]): void {
      const accountIds = driver.accountsOf(deviceIds)
      atCommit(() => {
        for (const accountId of accountIds) rebind(accountId)
      })
    },
  }
}

export type Discovery = ReturnType<typeof registerDiscovery>
