import { Counter } from 'prom-client'
import type { Activity } from '#features/activity/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { DoorGuardService } from '#features/door-guards/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { commandRoutes } from './commands.routes.ts'
import { createCommandService, type Uses } from './commands.service.ts'
import { createExecutor } from './executor.ts'
import { createMaintenanceWatch } from './maintenance-watch.ts'
import { createUnderWay } from './under-way.ts'

export type { CommandService, Uses } from './commands.service.ts'
export type { Part } from './under-way.ts'

interface CommandsOptions {
  activity: Activity
  devices: Pick<Devices, 'service' | 'rights' | 'shadows' | 'driver'>
  doorGuards: DoorGuardService
  links: { uses: Uses }
}

/** Commands: from a batch of wishes to what the hardware said. */
export function registerCommands(context: AppContext, options: CommandsOptions) {
  const { bus, clock, http, logger, metrics, runs } = context
  const { activity, doorGuards, links } = options
  const { rights, shadows, driver } = options.devices
  const underWay = createUnderWay({ bus, clock })
  const executor = createExecutor({ shadows, driver, underWay, clock })
  const maintenance = createMaintenanceWatch({ shadows, clock, underWay })
  const outcomes = new Counter({
    name: 'senca_commands_total',
    help: 'Commands by what became of them',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  const service = createCommandService({
    devices: options.devices.service,
    rights,
    shadows,
    activity,
    doorGuards,
    uses: links.uses,
    executor,
    counted: (outcome) => outcomes.inc({ outcome }),
    failed: (error) => logger.error({ err: error }, 'Changed rights could not be read'),
    broken: (error, deviceId) => logger.error({ err: error, deviceId }, 'A command could not be carried out'),
  })
  const countWaiting = () => executor.countWaiting() + maintenance.count()
  metrics.gauge('senca_commands_unanswered', 'Commands no device has answered yet', executor.countUnanswered)
  metrics.gauge('senca_commands_waiting', 'Commands that are followed to their end', countWaiting)
  metrics.gauge('senca_commands_under_way', 'Commands that are not over, on any instance', underWay.count)
  const stop = () => {
    maintenance.stop()
    executor.stop()
    underWay.stop()
  }
  runs({
    start() {
      underWay.start()
      executor.start()
    },
    stop,
  })
  http.register(commandRoutes, { commands: service })
  // A request that waits for a device would hold up the end of the server.
  http.addHook('preClose', async () => stop())
  return {
    service,
    /** What a device has been asked for and not finished, by whichever instance. */
    partsAsked: underWay.partsOf,
    /** Sees calibrations and restarts through. */
    seeThrough: maintenance.seeThrough,
  }
}
