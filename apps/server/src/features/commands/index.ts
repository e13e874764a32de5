import { Counter } from 'prom-client'
import type { Activity } from '#features/activity/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { DoorGuardService } from '#features/door-guards/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { CommandCheck } from './command-checks.ts'
import type { Uses } from './command-execution.ts'
import { createCommandSender } from './command-sender.ts'
import { createCommandTracker } from './command-tracker.ts'
import { commandRoutes } from './commands.routes.ts'
import { createCommandService } from './commands.service.ts'
import { createDeviceFaults } from './device-faults.ts'
import { createMaintenance } from './maintenance.ts'
import { createMissedEnds } from './missed-ends.ts'
import { createTestMoveGuard } from './test-move-guard.ts'
import { createTestMoves } from './test-moves.ts'

export { readBatch } from './batch.ts'
export { COMMAND_CHECKS, type CommandAttempt, type CommandCheck, createReachCheck } from './command-checks.ts'
export type { SentCommand } from './command-goal.ts'
export { activityOf } from './command-observers.ts'
export { ASKED_AT, pageOf, pageOrderOf } from './commands.routes.ts'
export type { CommandService } from './commands.service.ts'
export type { DeviceFault, DeviceFaults } from './device-faults.ts'
export type { FromPage, PageOrder } from './tracked-command.ts'

interface CommandsOptions {
  activity: Activity
  /** The checks for every command that its actor may send, in this order. */
  checks: readonly CommandCheck[]
  devices: Pick<Devices, 'service' | 'rights' | 'shadows' | 'gateway' | 'capabilitiesOf' | 'presenceKnown'>
  doorGuards: DoorGuardService
  /** Whether a page of a session has a socket, on any instance. */
  isPageOpen(sessionId: string): Promise<boolean>
  notify: Pick<Notify, 'publish'>
  links: { uses: Uses }
}

/** Registers the commands feature: it parses batches, sends commands to devices and reports the outcome. */
export function registerCommands(context: AppContext, options: CommandsOptions) {
  const { bus, clock, database, http, jobs, logger, metrics, runs, tracing } = context
  const { activity, checks, doorGuards, isPageOpen, links, notify } = options
  const { rights, shadows, gateway, service: devices } = options.devices
  const tracker = createCommandTracker({ shadows, bus, clock })
  const outcomes = new Counter({
    name: 'senca_commands_total',
    help: 'Commands by outcome',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  const send = createCommandSender({ shadows, gateway, tracker, clock })
  const service = createCommandService({
    devices,
    rights,
    shadows,
    tracker,
    send,
    activity,
    doorGuards,
    uses: links.uses,
    checks,
    clock,
    tracing,
    capabilitiesOf: options.devices.capabilitiesOf,
    missed: createMissedEnds({
      isPageOpen,
      notify,
      database,
      clock,
      failed: (error) => logger.error({ err: error }, 'A person could not be notified of a failed command'),
    }),
    isDatabaseDown: database.reach.isDown,
    presenceKnown: options.devices.presenceKnown,
    counted: (outcome) => outcomes.inc({ outcome }),
    failed: (error) => logger.error({ err: error }, 'Changed rights could not be read'),
    broken: (error, deviceId) => logger.error({ err: error, deviceId }, 'A command could not be carried out'),
  })
  metrics.gauge(
    'senca_commands_unanswered',
    'Commands that no device has acknowledged yet',
    tracker.countUnanswered,
  )
  metrics.gauge('senca_commands_waiting', 'Commands that are tracked to their end', tracker.countWaiting)
  metrics.gauge(
    'senca_commands_under_way',
    'Commands that have not ended, on any instance',
    tracker.countInFlight,
  )
  const testMoves = createTestMoves({
    devices,
    rights,
    shadows,
    tracker,
    send,
    activity,
    checks,
    clock,
    tracing,
    capabilitiesOf: options.devices.capabilitiesOf,
    secure: createTestMoveGuard({ jobs, database, gateway, clock }).secure,
  })
  runs(tracker)
  const faults = createDeviceFaults({ bus, clock })
  const unfollow: (() => void)[] = []
  runs({
    start() {
      faults.start()
      unfollow.push(service.onEnded(faults.ended))
    },
    stop() {
      for (const end of unfollow.splice(0)) end()
      faults.stop()
    },
  })
  http.register(commandRoutes, { commands: service, testMoves })
  // A request that waits for a device would delay the shutdown of the server.
  http.addHook('preClose', async () => {
    await testMoves.stop()
    tracker.stop()
  })
  return {
    service,
    /** What went wrong with devices. */
    faults,
    /** The parts of a device that have commands in flight, sent by any instance. */
    partsAsked: tracker.partsOf,
    /** Follows calibrations and restarts until they end. */
    seeThrough: createMaintenance(tracker, shadows, clock).seeThrough,
  }
}
