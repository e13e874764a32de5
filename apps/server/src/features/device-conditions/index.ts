import type { Devices } from '#features/devices/index.ts'
import type { Publishing } from '#features/notifications/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createConditionWatch } from './condition-watch.ts'
import { createConditionStore } from './conditions.store.ts'

export { createNotificationActs } from './acts.ts'

interface DeviceConditionsOptions {
  devices: Pick<Devices, 'lookup' | 'shadows'>
  publishing: Publishing
  isProtected(deviceId: string): Promise<boolean>
}

/** Registers what lasts at devices and is notified: open and unlocked doors, jammed locks, devices that are offline. */
export function registerDeviceConditions(context: AppContext, options: DeviceConditionsOptions): void {
  const { broker, clock, database, logger, runs, whenDue, whenSetBack } = context
  const { devices, publishing, isProtected } = options
  const watch = createConditionWatch({
    store: createConditionStore(database.db),
    publishing,
    shadows: devices.shadows,
    lookup: devices.lookup,
    isProtected,
    keepsPresence: broker.outside !== undefined,
    database,
    clock,
    whenDue,
    failed: (error) =>
      logger.error({ err: error }, 'What lasts at devices could not be handled; trying again'),
  })
  whenSetBack(watch.setBack)
  runs(watch)
}
