import type { CommandService } from '#features/commands/index.ts'
import type { Devices, ShadowChange } from '#features/devices/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { groupEvents } from './group-events.ts'
import { groupRoutes } from './groups.routes.ts'
import { createGroupService, type GroupRefilled } from './groups.service.ts'
import { createGroupStore, type GroupsEnding } from './groups.store.ts'

export { commonTypeOf } from './common-type.ts'
export { groupEvents } from './group-events.ts'
export { groupDevices } from './groups.schema.ts'
export type { GroupService, RefilledGroup } from './groups.service.ts'
export { removeFromGroups } from './groups.store.ts'

interface GroupsOptions {
  commands: { service: CommandService }
  devices: Pick<Devices, 'service' | 'shadows' | 'events'>
  realtime: Realtime
  /** Called when groups end or change, for the features that use them. */
  ending: GroupsEnding
  refilled: GroupRefilled
}

/** A device whose type changed counts in other groups. */
export const isTypeChange = ({ before, shadow }: ShadowChange): boolean =>
  before.settings.devicetype !== shadow.settings.devicetype

/** Registers groups: one tap for several devices. */
export function registerGroups(
  context: AppContext,
  { commands, devices, realtime, ending, refilled }: GroupsOptions,
) {
  const { database, http, logger, runs } = context
  const store = createGroupStore(database.db, ending)
  const service = createGroupService({
    store,
    database,
    commands: commands.service,
    devices: devices.service,
    shadows: devices.shadows,
    refilled,
  })
  const notify = (accountId: string) => realtime.publish('groups.updated', { accountId }, {})
  const notifyOf = (deviceIds: readonly string[], isConcerned = (_accountId: string) => true) => {
    store.accountsOf(deviceIds).then(
      (accountIds) => accountIds.filter(isConcerned).forEach(notify),
      (error: unknown) =>
        logger.error(
          { err: error, deviceIds },
          'A change of groups could not be published; open pages show the old groups until they reload',
        ),
    )
  }
  const undos: (() => void)[] = []
  runs({
    async start() {
      undos.push(
        await groupEvents.follow(database, (accountIds) => accountIds.forEach(notify)),
        devices.shadows.onChange((change) => {
          if (isTypeChange(change)) notifyOf([change.shadow.deviceId])
        }),
        // For hardware that does not report a type, the type is stored here.
        devices.events.onUpdated((deviceIds) => notifyOf(deviceIds)),
        realtime.onSeenChanged((accountId, deviceIds) => notifyOf(deviceIds, (other) => other === accountId)),
      )
    },
    stop() {
      for (const undo of undos.splice(0)) undo()
    },
  })
  http.register(groupRoutes, { groups: service })
  return service
}
