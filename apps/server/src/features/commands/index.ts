import type { ErrorCode } from '@senca/contract'
import type { Driver } from '#drivers/driver.ts'
import type { Activity } from '#features/activity/index.ts'
import type { DeviceService, Shadows } from '#features/devices/index.ts'
import type { RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCommandService } from './commands.service.ts'
import { createExecutor } from './executor.ts'

export { commandRoutes } from './commands.routes.ts'
export type { CommandService } from './commands.service.ts'

interface CommandsOptions {
  devices: DeviceService
  rights: RightsIndex
  shadows: Shadows
  driver: Driver
  activity: Activity
  clock: Clock
  counted(outcome: 'success' | ErrorCode): void
  failed(error: unknown): void
}

/** Commands: from a batch of wishes to what the hardware said. */
export function createCommands({ driver, clock, ...options }: CommandsOptions) {
  const executor = createExecutor({ shadows: options.shadows, driver, clock })
  return {
    service: createCommandService({ ...options, executor }),
    start: executor.start,
    stop: executor.stop,
  }
}
