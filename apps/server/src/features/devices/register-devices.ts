import { createDriverSupervisor } from '#drivers/driver-supervisor.ts'
import type { AppContext } from '#platform/app-context.ts'
import { reachableAddress } from '#platform/mqtt/broker-address.ts'
import { runAll } from '#platform/run-all.ts'
import { createSealing } from '#platform/sealing.ts'
import { createDeviceEvents } from './device-events.ts'
import { createDeviceGateway } from './device-gateway.ts'
import type { Surroundings } from './device-info.ts'
import { createDeviceRights } from './device-rights.ts'
import { deviceRoutes } from './devices.routes.ts'
import { createDeviceService } from './devices.service.ts'
import type { DevicesOptions, FollowHardware, OnSetupCode, RenewLink } from './devices-options.ts'
import { createReadHardware } from './entity-hardware.ts'
import { createHandOver } from './hand-over.ts'
import { createDeviceSignIns } from './keys/device-sign-ins.ts'
import { keyRoutes } from './keys/keys.routes.ts'
import { createKeyService } from './keys/keys.service.ts'
import { createKeyStore } from './keys/keys.store.ts'
import type { Followers } from './registry/changing-hands.store.ts'
import { createDeviceCache } from './registry/device-cache.ts'
import { createDeviceLog } from './registry/device-log.ts'
import type { Device } from './registry/device-row.ts'
import { createDeviceStore } from './registry/devices.store.ts'
import { createEndpointStore } from './registry/endpoints.store.ts'
import { createEndpoints, endpointKey } from './registry/endpoints.ts'
import { createEntityDeviceStore, type NewEntityDevice } from './registry/entity-devices.store.ts'
import { createFactoryResetNotices } from './registry/factory-reset-notices.ts'
import { type Lookup, withShadows } from './registry/find-devices.ts'
import { createProvisioning } from './registry/provisioning.ts'
import { connectionsBy, followKept, refreshedOnLoad } from './registry/reach.ts'
import { createDeviceRemoval } from './removal.ts'
import { createReplacementService } from './replacement/replacement.service.ts'
import { createReplacementStore } from './replacement/replacement.store.ts'
import { createEntitySettings } from './settings/entity-settings.ts'
import { createMaintenanceService, type SeeThrough } from './settings/maintenance.service.ts'
import { createSettingsService } from './settings/settings.service.ts'
import { createSettingsStore } from './settings/settings.store.ts'
import { createIngest } from './shadow/ingest.ts'
import { createPresenceWait } from './shadow/presence-wait.ts'
import { type CapabilitiesOf, deviceCapabilities } from './shadow/shadow.ts'
import { createShadowStore } from './shadow/shadows.store.ts'
import { createShadows } from './shadow/shadows.ts'

/** Registers the devices feature: ownership, state, and adding and removing devices. */
export function registerDevices(context: AppContext, options: DevicesOptions) {
  const { broker, config, database, bus, clock, http, logger, metrics, runs, whenSetBack } = context
  const { accounts, activity, createDrivers, limits, received } = options
  const surroundingsOf = async (
    deviceIds: readonly string[],
    ownIds: readonly string[] = deviceIds,
  ): Promise<Surroundings> => {
    const [roomOf, maintenanceOf, hardwareOf, bridgesOf] = await Promise.all([
      options.roomsOf(database.db, deviceIds),
      received.maintenanceOf(ownIds),
      readHardware(ownIds),
      options.bridges.bridgesOf(ownIds),
    ])
    return { roomOf, maintenanceOf, hardwareOf, bridgesOf }
  }
  const followers: Followers = {
    left: (queries, leaving) => options.left(queries, leaving, clock.now()),
    resetShadows: (queries, deviceIds, event) => shadows.reset(queries, deviceIds, event),
  }
  const log = createDeviceLog({ clock, logger, metrics })
  const store = createDeviceStore(database.db, { followers, typeUnknown: log.typeUnknown })
  // Links and set-up need this feature, so they set these two after it is registered, once.
  let renewLink: RenewLink = async (link) => link
  let offered: OnSetupCode = async () => {}
  const hardwareFollowers: FollowHardware[] = []
  const endpointStore = createEndpointStore(database.db)
  const endpoints = createEndpoints({ store: endpointStore, bus })
  const entityStore = createEntityDeviceStore(database.db)
  const codes = createSealing(config.sessionSecret, 'lock codes')
  const recent = createDeviceCache({
    store,
    isShared: broker.outside !== undefined,
    reach: database.reach,
    clock,
    failed: (error) => logger.warn({ err: error }, 'Devices could not be cached'),
  })
  const lookup: Lookup = withShadows(recent.findFresh, (ids) => shadows.load(ids))
  const lookupRecent: Lookup = withShadows(recent.findMany, (ids) => shadows.load(ids))
  const rights = createDeviceRights(context, {
    store,
    received,
    renewLink: (link) => renewLink(link),
    renewBridge: options.bridges.renew,
    outdated(home) {
      recent.dropHome(home)
      received.dropHome(home)
    },
  })
  const keepsPresence = context.broker.outside !== undefined
  const shadowStore = createShadowStore(database.db, { keepsPresence })
  const shadows = createShadows({
    store: shadowStore,
    endpoints: refreshedOnLoad(endpoints, (places) => drivers.refresh(places)),
    keepsPresence,
    bus,
    clock,
    readFailed: (error) => logger.error({ err: error }, 'Device states could not be read'),
    failed: (error) => logger.error({ err: error }, 'Device states could not be written'),
    dropped: (error, deviceId) =>
      logger.error({ err: error, deviceId }, 'A device’s state cannot be written as it is'),
    listenerFailed: (error, deviceId) =>
      logger.error({ err: error, deviceId }, 'A listener of device states failed'),
  })
  const logins = broker.outside?.logins
  const provisioning = createProvisioning({ store, credentials: endpointStore, clock, logins })
  const keyStore = createKeyStore(database.db)
  const signIns = createDeviceSignIns({
    store: keyStore,
    isDeviceSecret: provisioning.isDeviceSecret,
    database,
    clock,
    host: reachableAddress(config.publicUrl, config.mqtt).host,
    failed: (error) => logger.error({ err: error }, 'The ends of device keys could not be read'),
    cut: broker.outside === undefined ? null : (deviceId) => broker.disconnect(deviceId),
  })
  const isConnected = connectionsBy(endpoints, shadows)
  const driverFailed = metrics.counter('senca_driver_failures_total', 'Failures of drivers', 'driver')
  const drivers = createDriverSupervisor(createDrivers({ maySignIn: signIns.mayConnect, isConnected }), {
    clock,
    failed(error, name, retryMs) {
      driverFailed(name)
      const seconds = retryMs / 1_000
      logger.error({ err: error, driver: name }, `A driver has failed; it is started again in ${seconds} s`)
    },
  })
  const readHardware = createReadHardware({ endpoints, drivers, load: (ids) => shadows.load(ids) })
  whenSetBack(async (now) => {
    shadows.setBack(now)
    await shadowStore.setBack(now)
    drivers.clockSetBack()
  })
  const removal = createDeviceRemoval({ bus, clock })
  const gateway = createDeviceGateway({ drivers, endpoints, shadows, removal, clock })
  const events = createDeviceEvents(bus)
  const ingest = createIngest({
    store,
    endpoints,
    shadows,
    gateway,
    clock,
    isBeingRemoved: removal.isBeingRemoved,
    sendSettings: (device) => replacement.notifyNew(device),
    offered: (deviceId, setupCode, isUnreachable) => offered(deviceId, setupCode, isUnreachable === true),
    hardwareReported(deviceId, notified) {
      for (const follow of hardwareFollowers) follow(deviceId, notified)
    },
    onFactoryReset: createFactoryResetNotices({
      limits,
      activity,
      clock,
      notify: options.notify,
    }),
    updated: events.updated,
    ofNoDevice: log.ofNoDevice,
    failed: (error, deviceId) =>
      logger.warn({ err: error, deviceId }, 'The status of a device could not be applied'),
    countsBeganAgain: (deviceId) =>
      logger.warn({ deviceId }, 'A device reports lower counts than before since it connected'),
  })

  const capabilitiesOf: CapabilitiesOf = (type, shadow) =>
    deviceCapabilities(type, shadow, endpoints.versionOf(shadow.deviceId))

  const service = createDeviceService({
    store,
    lookup,
    lookupRecent,
    remember: recent.remember,
    shadows,
    endpoints,
    gateway,
    removal,
    rights,
    activity,
    clock,
    surroundingsOf,
    safetyOf: options.safety.infoOf,
    updated: events.updated,
    failed: (error, deviceId) =>
      logger.warn({ err: error, deviceId }, 'The setup of a device could not be ended'),
    deleteFailed: (error, deviceId) =>
      logger.error({ err: error, deviceId }, 'A device could not be deleted'),
  })
  const replacement = createReplacementService({
    devices: service,
    store: createReplacementStore(database.db, followers),
    registry: store,
    shadows,
    capabilitiesOf,
    removal,
    gateway,
    rights,
    activity,
    clock,
    updated: events.updated,
    failed: (error, deviceId) =>
      logger.warn(
        { err: error, deviceId },
        'A replaced device could not be notified; the message is sent again when it connects',
      ),
  })
  const { handOver, nameKeysOf } = createHandOver({
    store,
    left: followers.left,
    database,
    removal,
    rights,
    shadows,
    activity,
    clock,
    updated: events.updated,
  })
  const unfollows: (() => void)[] = []
  const settingsStore = createSettingsStore(database.db, shadows.acceptSettings)
  const checking = {
    devices: service,
    store: settingsStore,
    shadows,
    activity,
    capabilitiesOf,
    updated: events.updated,
  }
  metrics.gauges('senca_driver_running', 'Whether a driver runs', 'driver', drivers.running)
  metrics.gauge('senca_devices_connected', 'Devices with a live connection', shadows.countConnected)
  metrics.gauge('senca_devices_held', 'Devices whose state is in memory', shadows.countHeld)
  metrics.gauge(
    'senca_states_unwritten',
    'Devices whose newest state is not written yet',
    shadows.countUnwritten,
  )
  runs({
    async open() {
      unfollows.push(recent.follow(shadows, events), shadows.onChange(ingest.follow))
      removal.start()
      await rights.start()
      endpoints.start()
      await signIns.start()
      shadows.start()
      await bus.settled()
      await drivers.start(ingest.handle)
      const { outside } = broker
      const { refresh } = drivers
      if (outside !== undefined) unfollows.push(followKept({ outside, endpoints, shadows, refresh, clock }))
      await ingest.settle()
    },
    stop: () =>
      runAll([
        () => ingest.stop(),
        () => drivers.stop(),
        () => removal.stop(),
        () => shadows.stop(),
        () => rights.stop(),
        () => endpoints.stop(),
        () => signIns.stop(),
        () => runAll(unfollows.splice(0)),
      ]),
  })
  const keys = createKeyService({
    devices: service,
    store: keyStore,
    // A broker that manages the logins itself supports only passwords.
    mayAdd: logins === undefined,
    capabilitiesOf,
    shadows,
    gateway,
    activity,
    clock,
  })
  http.register(deviceRoutes, { devices: service, provisioning, replacement })
  http.register(keyRoutes, { keys })
  const sealedOf = (lockCode: string | null, accountId: string) =>
    lockCode === null ? null : codes.seal(lockCode, accountId)

  return {
    service,
    handOver,
    nameKeysOf,
    settings: createSettingsService({ ...checking, isHeld: options.safety.isHeld }),
    /** Creates the service for calibrations and restarts. It needs the commands feature, which follows them until they end. */
    createMaintenance: (seeThrough: SeeThrough) =>
      createMaintenanceService({
        ...checking,
        accounts,
        entities: createEntitySettings({ endpoints, drivers, store: entityStore, codes }),
        gateway,
        removal,
        seeThrough,
        rights,
        clock,
        failed: (error) => logger.error({ err: error }, 'Changed rights could not be read'),
        safety: options.safety,
      }),
    /** Sets how links are renewed. Until then links are used as they are. */
    renewLinksBy(renew: RenewLink) {
      renewLink = renew
    },
    /** Sets who receives the setup codes that devices report. */
    offerSetupCodesTo(take: OnSetupCode) {
      offered = take
    },
    /** Adds a listener for the hardware data that devices report. */
    followHardwareBy(follow: FollowHardware) {
      hardwareFollowers.push(follow)
    },
    /** Changes of devices within transactions of other features. */
    registry: { lockOne: store.lockOne, take: store.take, setUpgradeFailure: store.setUpgradeFailure },
    /** Devices that are made of hardware of other makers. */
    entities: {
      isOfEntities: endpoints.isOfEntities,
      bindingsOf: (accountId: string) =>
        entityStore.bindingsOf(accountId, (sealed) => codes.open(sealed, accountId)),
      add: (
        { lockCode, ...device }: Omit<NewEntityDevice, 'sealedCode'> & { lockCode: string | null },
        now: Date,
      ) => entityStore.add({ ...device, sealedCode: sealedOf(lockCode, device.accountId) }, now),
      /** Gives a device other entities. What its old ones reported counts no more. */
      async assign(
        device: Device,
        {
          lockCode,
          ...assigned
        }: Pick<NewEntityDevice, 'entities' | 'settings'> & { lockCode: string | null },
      ) {
        const sealedCode = sealedOf(lockCode, device.ownerId ?? '')
        const changed = await entityStore.assign(device, { ...assigned, sealedCode })
        if (changed === null || changed === 'in use') return changed
        endpoints.drop(device.id)
        await endpoints.load([device.id])
        const keys = endpoints.of(device.id).map(endpointKey)
        shadows.record(device.id, { kind: 'assigned', endpoints: keys })
        events.updated(device.id)
        return changed
      },
    },
    /** The stored unlock protection of doors. */
    guards: settingsStore,
    provisioning,
    /** Loads devices by their ids, for automatic actions. */
    lookup,
    /** The same, but up to one second old; for commands. */
    lookupRecent,
    surroundingsOf,
    capabilitiesOf,
    /** The hardware generation and firmware of a device, and whether it takes new firmware from here. */
    hardwareOf(deviceId: string) {
      const hardware = endpoints.hardwareOf(deviceId)
      if (hardware === null) return null
      return { ...hardware, isUpgradable: drivers.find(hardware.driver)?.firmware !== undefined }
    },
    gateway,
    isHeld: options.safety.isHeld,
    isWithoutHome: removal.isWithoutHome,
    rights,
    shadows,
    /** Resolves when it is known which of these loaded devices are connected. */
    presenceKnown: keepsPresence ? createPresenceWait({ shadows, clock }) : async () => {},
    events,
  }
}

export type Devices = ReturnType<typeof registerDevices>
