import { createDriverRegistry, type Drivers } from '#drivers/driver-registry.ts'
import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import { createNotices } from '#features/confirmations/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { MailService } from '#features/mails/index.ts'
import { type Actor, can, createRightsIndex, type LinkActor } from '#features/rights/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { runAll } from '#platform/run-all.ts'
import { careRoutes } from './care/care.routes.ts'
import { createCareService } from './care/care.service.ts'
import { createCareStore } from './care/care.store.ts'
import { createMaintenanceService, type SeeThrough } from './care/maintenance.service.ts'
import { createDeviceEvents } from './device-events.ts'
import { deviceRoutes } from './devices.routes.ts'
import { createDeviceService } from './devices.service.ts'
import { createDeviceStore } from './devices.store.ts'
import { createIngest } from './ingest.ts'
import { createLeaving } from './leaving.ts'
import { createProvisioning, type Provisioning } from './provisioning.ts'
import { createRecentDevices } from './recent-devices.ts'
import { createDeviceDriver } from './registry/device-driver.ts'
import { createEndpointStore } from './registry/endpoints.store.ts'
import { createEndpoints } from './registry/endpoints.ts'
import { createResetNotices } from './reset-notices.ts'
import { createShadowStore } from './shadows/shadows.store.ts'
import { createShadows } from './shadows/shadows.ts'

export type { CareStore } from './care/care.store.ts'
export type { DeviceEvents } from './device-events.ts'
export { effectiveTypeOf, isInfoChange, ventilationOf } from './device-info.ts'
export type { Device } from './device-row.ts'
export type { DeviceService } from './devices.service.ts'
export type { Found } from './find-devices.ts'
export { lentState } from './lent-info.ts'
export { OWN_DRIVER, type Provisioning } from './provisioning.ts'
export type { DeviceDriver } from './registry/device-driver.ts'
export {
  deviceCapabilities,
  hasReported,
  isLater,
  isOccupied,
  type Shadow,
  stateOf,
} from './shadows/shadow.ts'
export type { ShadowChange, Shadows } from './shadows/shadows.ts'

/** Makes the drivers, by the names that are stored of endpoints, from the check of the logins of our own hardware. */
export type CreateDrivers = (isDeviceSecret: Provisioning['isDeviceSecret']) => Drivers

/** The holder of a link with what it lends now. */
type RenewLink = (link: LinkActor) => Promise<LinkActor>

interface DevicesOptions {
  accounts: Pick<AccountService, 'find'>
  activity: Pick<Activity, 'record' | 'recordLocal'>
  createDrivers: CreateDrivers
  limits: LimitService
  mails: MailService
  /** Called as part of the transaction by which devices leave their owner. */
  takeOutOfLinks(queries: Queries, deviceIds: readonly string[], now: Date): Promise<void>
}

/** Devices: who owns them, what they last said, and how they come and go. */
export function registerDevices(context: AppContext, options: DevicesOptions) {
  const { database, bus, clock, http, logger, metrics, runs } = context
  const { accounts, activity, createDrivers, limits, mails, takeOutOfLinks } = options
  const store = createDeviceStore(database.db, (queries, deviceIds) =>
    takeOutOfLinks(queries, deviceIds, clock.now()),
  )
  let renewLink: RenewLink = async (link) => link
  const endpointStore = createEndpointStore(database.db)
  const endpoints = createEndpoints({ store: endpointStore, bus })
  const loadVisible = async (actor: Actor): Promise<string[]> => {
    const candidates =
      actor.kind === 'account'
        ? await store.listOwnedBy(actor.accountId)
        : await store.findMany([...actor.grants.keys()])
    return candidates.filter((device) => can(actor, 'view', device)).map(({ id }) => id)
  }
  const recent = createRecentDevices({ store, clock })
  const rights = createRightsIndex({
    database,
    clock,
    outdated: recent.dropHome,
    load: async (asking) => {
      const actor = asking.kind === 'link' ? await renewLink(asking) : asking
      return { actor, deviceIds: await loadVisible(actor) }
    },
    failed: (error) => logger.error({ err: error }, 'Changed rights could not be read'),
  })
  const shadowStore = createShadowStore(database.db)
  const shadows = createShadows({
    store: shadowStore,
    bus,
    clock,
    failed: (error) => logger.error({ err: error }, 'Device states could not be written'),
    dropped: (error, deviceId) =>
      logger.error({ err: error, deviceId }, 'A device’s state cannot be written as it is'),
    listenerFailed: (error, deviceId) =>
      logger.error({ err: error, deviceId }, 'A listener of device states failed'),
  })
  const provisioning = createProvisioning({ store, endpoints, credentials: endpointStore, shadows, clock })
  const registry = createDriverRegistry(createDrivers(provisioning.isDeviceSecret))
  const driver = createDeviceDriver({ registry, endpoints, shadows })
  const events = createDeviceEvents(bus)
  const leaving = createLeaving({ driver, bus, clock })
  const ingest = createIngest({
    store,
    endpoints,
    shadows,
    shadowStore,
    driver,
    clock,
    isLeaving: leaving.isLeaving,
    onFactoryReset: createResetNotices({
      limits,
      activity,
      clock,
      prepareMail: createNotices({ accounts, mails }).factoryReset,
    }),
    updated: events.updated,
    failed: (error, deviceId) =>
      logger.warn({ err: error, deviceId }, 'A device’s status could not be taken in'),
    countsBeganAgain: (deviceId) =>
      logger.warn({ deviceId }, 'A device reports lower counts than before since it connected'),
  })

  const service = createDeviceService({
    store,
    recent,
    shadows,
    endpoints,
    driver,
    leaving,
    rights,
    activity,
    clock,
    updated: events.updated,
    failed: (error, deviceId) => logger.warn({ err: error, deviceId }, 'A device could not be greeted'),
    deleteFailed: (error, deviceId) =>
      logger.error({ err: error, deviceId }, 'A device could not be deleted'),
  })
  let stopFollowing = () => {}
  const careStore = createCareStore(database.db)
  const looking = { devices: service, store: careStore, shadows, activity, updated: events.updated }
  metrics.gauge('senca_devices_connected', 'Devices with a live connection', shadows.countConnected)
  metrics.gauge(
    'senca_states_unwritten',
    'Devices whose newest state is not written yet',
    shadows.countUnwritten,
  )
  runs({
    async open() {
      stopFollowing = recent.follow(shadows, events)
      leaving.start()
      await rights.start()
      await endpoints.start()
      await shadows.start()
      await registry.start(ingest.take)
    },
    stop: () =>
      runAll([
        () => ingest.stop(),
        () => registry.stop(),
        () => leaving.stop(),
        () => shadows.stop(),
        () => rights.stop(),
        () => endpoints.stop(),
        () => stopFollowing(),
      ]),
  })
  http.register(deviceRoutes, { devices: service, provisioning })

  return {
    service,
    care: createCareService(looking),
    /** What is asked of the hardware to look after it; made once there are commands, which see it through. */
    createMaintenance: (seeThrough: SeeThrough) =>
      createMaintenanceService({ ...looking, leaving, seeThrough, clock }),
    /** By what links are renewed, from then on. */
    renewLinksBy(renew: RenewLink) {
      renewLink = renew
    },
    /** What unlocking a door takes, as it is kept. */
    guards: careStore,
    provisioning,
    /** Devices by their ids, for what happens without anybody asking. */
    lookUp: store.findMany,
    /** For what is asked of devices in the name of their homes. */
    driver: leaving.driver,
    isLeaving: leaving.isOnItsWay,
    rights,
    shadows,
    events,
  }
}

export type Devices = ReturnType<typeof registerDevices>

interface DeviceCareOptions {
  commands: { seeThrough: SeeThrough }
  devices: Pick<Devices, 'care' | 'createMaintenance'>
}

/** Names, saved places, settings, calibrations and restarts. */
export function registerDeviceCare({ http }: AppContext, { commands, devices }: DeviceCareOptions) {
  const maintenance = devices.createMaintenance(commands.seeThrough)
  http.register(careRoutes, { care: devices.care, maintenance })
  // A request that waits for a device would hold up the end of the server.
  http.addHook('preClose', async () => maintenance.stop())
}
