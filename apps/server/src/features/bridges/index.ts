import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { DoorGuardService } from '#features/door-guards/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { Opener } from '#features/links/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { Prove } from '#features/second-factor/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createSealing } from '#platform/sealing.ts'
import { type Bridge, commandedBy } from './bridge.ts'
import { type BridgeAccess, createBridgeAccess } from './bridge-access.ts'
import { bridgeDoorChange } from './bridge-change.ts'
import { createBridgeDoors } from './bridge-doors.service.ts'
import { bridgeEvents } from './bridge-events.ts'
import { createBridgeKinds } from './bridge-kinds.ts'
import { createBridgeMails } from './bridge-mails.ts'
import { createRecordRefused } from './bridge-refusals.ts'
import { createBridgeSockets } from './bridge-sockets.ts'
import { bridgeRoutes } from './bridges.routes.ts'
import { createBridgeService } from './bridges.service.ts'
import { createBridgeStore } from './bridges.store.ts'
import { createUnlockPins } from './unlock-pins.ts'
import { createUnlockStore } from './unlocks.store.ts'

export type { Bridge } from './bridge.ts'
export { type BridgeAccess, WHY_PAUSED } from './bridge-access.ts'
export { bridgeChange, bridgeDoorChange } from './bridge-change.ts'
export { bridgeEvents } from './bridge-events.ts'
export { registerHeldNotices } from './bridge-held-notices.ts'
export type { BridgeKindRules, ShownOfKind } from './bridge-kinds.ts'
export type { BridgeSockets } from './bridge-sockets.ts'
export { createBridgeToken, isBridgeToken } from './bridge-tokens.ts'
export { bridgeDevices, bridges } from './bridges.schema.ts'
export type { BridgeService } from './bridges.service.ts'
export { CLIENT_TOKEN_MS, createBridgeStore, removeFromBridges } from './bridges.store.ts'
export { bridgeUnlocks } from './unlocks.schema.ts'

interface BridgeAccessOptions {
  limits: LimitService
  notify: Pick<Notify, 'publish'>
}

/** Registers how bridges are known by their tokens. It is needed before the devices are. */
export function registerBridgeAccess(
  { database, clock, logger, runs, whenSetBack }: AppContext,
  { limits, notify }: BridgeAccessOptions,
) {
  const unlocks = createUnlockStore(database.db)
  whenSetBack(unlocks.setBack)
  const pins = createUnlockPins({
    unlocks,
    clock,
    locked: ({ accountId, name }, device) =>
      database.db.transaction((queries) =>
        notify.publish(
          queries,
          bridgeDoorChange(
            accountId,
            { change: 'pinLocked', app: name ?? '', device: device.name },
            clock.now(),
          ),
        ),
      ),
  })
  const access = createBridgeAccess({
    store: createBridgeStore(database.db),
    database,
    limits,
    kinds: createBridgeKinds(),
    pins,
    clock,
    failed: (error) => logger.error({ err: error }, 'The use of a connected app could not be written'),
  })
  runs(access)
  return access
}

/** Publishes to open pages of makers that their bridges were changed or used, on any instance. */
export function publishBridges(
  { database, runs }: AppContext,
  { realtime }: { realtime: Pick<Realtime, 'publish'> },
) {
  let stopFollowing = () => {}
  runs({
    async start() {
      stopFollowing = await bridgeEvents.follow(database, (accountIds) => {
        for (const accountId of accountIds) {
          realtime.publish('bridges.updated', { accountId }, {})
          // The process of a Matter bridge asks what it is to show from now on.
          realtime.publish('bridges.updated', { bridgesOf: accountId }, {})
        }
      })
    },
    stop: () => stopFollowing(),
  })
}

/** A bridge as one that can move shades, and as one that can unlock doors in each way. */
function openersOf(bridge: Bridge): Opener[] {
  const { id, name, validAfter, validBefore, windows, timeZone, isFrozen, devices, unlocks } = bridge
  const terms = {
    kind: 'bridge',
    id,
    names: [name],
    validAfter,
    validBefore,
    windows,
    timeZone,
    isFrozen,
  } as const
  const moved = devices.flatMap(({ deviceId, permissions, grant: { actions } }) =>
    permissions.includes('command') && (actions === null || actions.includes('move')) ? deviceId : [],
  )
  const unlockedBy = (mode: 'pin' | 'ask') => commandedBy(bridge).filter((id) => unlocks.get(id) === mode)
  return [
    { ...terms, deviceIds: moved },
    { ...terms, deviceIds: unlockedBy('pin'), unlock: 'pin' },
    { ...terms, deviceIds: unlockedBy('ask'), unlock: 'ask' },
  ]
}

interface BridgesOptions {
  access: BridgeAccess
  links: { access: { addOpeners(list: (accountId: string) => Promise<readonly Opener[]>): void } }
  accounts: AccountService
  activity: Pick<Activity, 'recordRefused' | 'recordSecurityEvent'>
  doorGuards: Pick<DoorGuardService, 'hashPin'>
  notify: Pick<Notify, 'publish'>
  devices: Pick<Devices, 'events' | 'service' | 'rights' | 'shadows'>
  secondFactor: { prove: Prove }
}

/** Registers bridges: apps and scripts that act for an account with granted rights. */
export function registerBridges(
  context: AppContext,
  { access, accounts, activity, devices, doorGuards, links, notify, secondFactor }: BridgesOptions,
) {
  const { config, database, clock, http, logger, runs, whenDue, whenSetBack } = context
  const store = createBridgeStore(database.db)
  whenSetBack(store.setBack)
  runs(
    createBridgeMails({
      store,
      database,
      clock,
      whenDue,
      notify,
      failed: (error) => logger.error({ err: error }, 'E-mails about connected apps could not be sent'),
    }),
  )
  const changed = async ({ accountId }: Pick<AccountActor, 'accountId'>, deviceIds: readonly string[]) => {
    access.changed([accountId])
    await devices.rights.changed([accountId])
    await bridgeEvents.announce(database.db, [accountId])
    devices.events.updated(...deviceIds)
  }
  const service = createBridgeService({
    store,
    kinds: access.kinds,
    database,
    accounts,
    devices: devices.service,
    shadows: devices.shadows,
    changed,
    prove: secondFactor.prove,
    notify,
    recordSecurityEvent: activity.recordSecurityEvent,
    clock,
  })
  const doors = createBridgeDoors({
    bridges: service,
    kinds: access.kinds,
    unlocks: createUnlockStore(database.db),
    database,
    devices: devices.service,
    hashPin: doorGuards.hashPin,
    prove: secondFactor.prove,
    notify,
    clock,
    activity,
    changed,
  })
  access.recordRefusedBy(createRecordRefused({ devices: devices.service, activity }))
  links.access.addOpeners(async (accountId) => (await store.list(accountId)).flatMap(openersOf))
  http.register(bridgeRoutes, { bridges: service, doors })
  const sockets = createBridgeSockets({
    store,
    processTokens: access.processTokens,
    rights: devices.rights,
    sealing: createSealing(config.sessionSecret, 'bridge sockets'),
    clock,
    failed: (error) => logger.error({ err: error }, 'The end of a connected app could not be read'),
  })
  return { service, sockets, changed }
}
