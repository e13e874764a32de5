import type { ErrorCode } from '@senca/contract'
import type { Driver } from '#drivers/driver.ts'
import type { Activity } from '#features/activity/index.ts'
import type { DeviceService, Shadows } from '#features/devices/index.ts'
import type { DoorGuardService } from '#features/door-guards/index.ts'
import type { RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import { createCommandService, type Uses } from './commands.service.ts'
import { createExecutor } from './executor.ts'
import { createMaintenanceWatch } from './maintenance-watch.ts'
import { createUnderWay } from './under-way.ts'

export { commandRoutes } from './commands.routes.ts'
export type { CommandService, Uses } from './commands.service.ts'
export type { Part } from './under-way.ts'

interface CommandsOptions {
  devices: DeviceService
  rights: RightsIndex
  shadows: Shadows
  driver: Driver
  activity: Activity
  doorGuards: DoorGuardService
  uses: Uses
  bus: EventBus
  clock: Clock
  counted(outcome: 'success' | ErrorCode): void
  failed(error: unknown): void
  broken(error: unknown, deviceId: string): void
}

/** Commands: from a batch of wishes to what the hardware said. */
export function createCommands({ driver, bus, clock, ...options }: CommandsOptions) {
  const underWay = createUnderWay({ bus, clock })
  const executor = createExecutor({ shadows: options.shadows, driver, underWay, clock })
  const maintenance = createMaintenanceWatch({ shadows: options.shadows, clock, underWay })
  return {
    service: createCommandService({ ...options, executor }),
    /** What a device has been asked for and not finished, by whichever instance. */
    partsAsked: underWay.partsOf,
    countUnanswered: executor.countUnanswered,
    /** Sees calibrations and restarts through. */
    seeThrough: maintenance.seeThrough,
    countWaiting: () => executor.countWaiting() + maintenance.count(),
    countUnderWay: underWay.count,
    start() {
      underWay.start()
      executor.start()
    },
    stop() {
      maintenance.stop()
      executor.stop()
      underWay.stop()
    },
  }
}
