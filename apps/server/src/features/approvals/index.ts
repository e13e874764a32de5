import type { Activity } from '#features/activity/index.ts'
import type { BridgeAccess } from '#features/bridges/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { approvalRoutes } from './approvals.routes.ts'
import { createApprovalService } from './approvals.service.ts'
import { createApprovalStore, DUE_APPROVAL } from './approvals.store.ts'
import { createApprovalPublisher } from './publisher.ts'
import { createReach } from './reach.ts'

export type { ApprovalService } from './approvals.service.ts'

const KEPT_MS = 86_400_000

interface ApprovalsOptions {
  activity: Pick<Activity, 'recordRefused'>
  bridges: Pick<BridgeAccess, 'find'>
  commands: { service: CommandService }
  devices: Pick<Devices, 'service'>
  notify: Pick<Notify, 'publish'>
  realtime: Pick<Realtime, 'commandersOf' | 'publish'>
}

/** Registers what bridges ask of people: to unlock a door. */
export function registerApprovals(context: AppContext, options: ApprovalsOptions) {
  const { clock, database, http, logger, runs, everyHour, whenDue, whenSetBack } = context
  const { activity, bridges, commands, devices, notify, realtime } = options
  const failed = (error: unknown) =>
    logger.error(
      { err: error },
      'What connected apps ask of people could not be updated; trying again in 1 s',
    )
  const store = createApprovalStore(database.db)
  const reach = createReach({ database, realtime, clock, failed })
  const approvals = createApprovalService({
    store,
    database,
    bridges,
    devices: devices.service,
    commands: commands.service,
    activity,
    notify,
    reach,
    clock,
  })
  const expiry = whenDue({
    kind: 'approvals',
    query: DUE_APPROVAL,
    async run(_found, repeatAfter) {
      if (await approvals.endExpired()) repeatAfter(0)
    },
    failed,
  })
  runs(reach)
  runs(createApprovalPublisher({ database, realtime, clock }))
  runs({ stop: expiry.stop })
  everyHour(() => store.deleteBefore(new Date(clock.now().getTime() - KEPT_MS)))
  whenSetBack(store.setBack)
  http.register(approvalRoutes, { approvals })
  return approvals
}
