import type { Activity } from '#features/activity/index.ts'
import type { Device, Devices, Shadow } from '#features/devices/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { runAll } from '#platform/run-all.ts'
import { firmwareRoutes } from './firmware.routes.ts'
import { createFirmwareFolder } from './firmware.ts'
import { createUpgradeLine } from './upgrade-line.ts'
import { createUpgradeRunner } from './upgrade-runner.ts'
import { upgradeRoutes } from './upgrades.routes.ts'
import { createUpgradeService } from './upgrades.service.ts'
import { createUpgradeStore } from './upgrades.store.ts'

export { removeFromUpgrades } from './upgrades.store.ts'

interface UpgradesOptions {
  notify: Pick<Notify, 'publish'>
  activity: Activity
  devices: Devices
  safety: { isHeld(device: Device, shadow: Shadow): boolean }
}

/** Registers firmware upgrades for devices. */
export function registerUpgrades(
  context: AppContext,
  { activity, devices, notify, safety }: UpgradesOptions,
) {
  const { config, database, clock, http, logger, runs, whenDue, whenSetBack } = context
  const firmware = createFirmwareFolder({
    folder: config.firmwareDir,
    publicUrl: config.publicUrl,
    unreadable: (path) =>
      logger.warn({ path }, 'A firmware has no image beside it, or its manifest cannot be read'),
  })
  const store = createUpgradeStore(database.db)
  const runner = createUpgradeRunner({
    store,
    devices,
    database,
    activity,
    notify,
    clock,
    whenDue,
    isHeld: safety.isHeld,
    ended: (ownerId) => line.goOn(ownerId),
    failed: (error, deviceId) =>
      logger.error({ err: error, deviceId }, 'The result of an upgrade could not be written'),
  })
  const line = createUpgradeLine({
    store,
    shadows: devices.shadows,
    send: runner.send,
    offerFor: (deviceId, type) => upgrades.offerOf(deviceId, type),
    clock,
    whenDue,
    failed: (error, accountId) =>
      logger.error({ err: error, accountId }, 'The next upgrade of a home could not be started'),
  })
  const upgrades = createUpgradeService({
    store,
    devices,
    firmware,
    send: runner.send,
    activity,
    goOn: line.goOn,
    clock,
  })
  runs({
    open: runner.start,
    stop: () => runAll([() => line.stop(), () => runner.stop()]),
  })
  whenSetBack(store.setBack)
  http.register(upgradeRoutes, { upgrades })
  http.register(firmwareRoutes, { firmware })
}
