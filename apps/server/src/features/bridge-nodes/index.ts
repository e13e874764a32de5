import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { BridgeAccess, BridgeService } from '#features/bridges/index.ts'
import type { DeviceFaults } from '#features/commands/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import { roomEvents, roomNamesOf } from '#features/rooms/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createSealing } from '#platform/sealing.ts'
import { type BridgeNodeChange, bridgeNodeEvents, identifyEvents } from './bridge-node-events.ts'
import { bridgeNodeRoutes } from './bridge-nodes.routes.ts'
import { createBridgeNodeService } from './bridge-nodes.service.ts'
import { createBridgeNodeStore } from './bridge-nodes.store.ts'
import { createMatterKind } from './matter-kind.ts'
import { createNodeLeases } from './node-leases.ts'
import { createNodeWaits } from './node-waits.ts'
import { createProcessCalls } from './process-calls.ts'

interface BridgeNodesOptions {
  accounts: Pick<AccountService, 'profile'>
  activity: Pick<Activity, 'recordBridge' | 'recordSecurityEvent'>
  bridges: Pick<BridgeService, 'find'>
  commands: { faults: Pick<DeviceFaults, 'of' | 'onChanged'> }
  kinds: BridgeAccess['kinds']
  notify: Pick<Notify, 'publish'>
  realtime: Pick<Realtime, 'publish'>
}

/** Registers how Matter bridges are paired, and what their process and the server report to each other. */
export function registerBridgeNodes(context: AppContext, options: BridgeNodesOptions) {
  const { config, clock, database, http, logger, runs, whenSetBack } = context
  const { accounts, activity, bridges, commands, kinds, notify, realtime } = options
  const { isMatter } = config
  const sealing = createSealing(config.sessionSecret, 'matter bridges')
  const store = createBridgeNodeStore(database.db, sealing, { isAlone: isMatter })
  whenSetBack(store.setBack)
  const leases = createNodeLeases({ store, clock, isShared: config.databaseUrl !== undefined })
  const waits = createNodeWaits({ clock })
  const asking = new Set<(bridgeId: string) => void>()
  const announce = (bridge: { bridgeId: string; accountId: string }, change: BridgeNodeChange) =>
    bridgeNodeEvents.announce(database.db, [{ ...bridge, change }])
  const nodes = createBridgeNodeService({
    bridges,
    store,
    leases,
    waits,
    database,
    notify,
    recordSecurityEvent: activity.recordSecurityEvent,
    clock,
    isMatter,
    asked: (bridge) => announce(bridge, 'asked'),
  })
  let isFailing = false
  kinds.add('matter', createMatterKind({ store, leases, nodes, isMatter, isFailing: () => isFailing }))
  const processes = createProcessCalls({
    store,
    leases,
    database,
    clock,
    record: nodes.record,
    recordSecurityEvent: activity.recordSecurityEvent,
    recordBridge: activity.recordBridge,
    languageOf: async (accountId) => (await accounts.profile({ accountId })).locale,
    vendor: config.matterVendor,
    faults: commands.faults,
    roomNamesOf: (accountId) => roomNamesOf(database.db, accountId),
    identified: (device) => identifyEvents.announce(database.db, [device]),
    reported: (bridge, isShown) => announce(bridge, isShown ? 'shown' : 'reported'),
  })
  http.register(bridgeNodeRoutes, { nodes, processes })

  /** Each instance notifies the processes that are connected to it. */
  const notifyProcessesOf = (accountIds: Iterable<string>) => {
    for (const bridgesOf of accountIds) realtime.publish('bridges.updated', { bridgesOf }, {})
  }
  const failed = (error: unknown) => logger.warn({ err: error }, 'A Matter bridge may not show a fault')
  const stops: (() => void)[] = []
  runs({
    async start() {
      stops.push(
        commands.faults.onChanged((deviceId) => {
          store.accountsWith(deviceId).then(notifyProcessesOf, failed)
        }),
        await roomEvents.follow(database, notifyProcessesOf),
        await identifyEvents.follow(database, (devices) => {
          for (const { accountId, ...marked } of devices)
            realtime.publish('bridges.identify', { accountId }, marked)
        }),
        await bridgeNodeEvents.follow(
          database,
          (items) => {
            for (const { bridgeId, accountId, change } of items) {
              if (change !== 'asked') waits.reported(bridgeId)
              if (change === 'shown') realtime.publish('bridges.updated', { accountId }, {})
              if (change !== 'asked') continue
              // The process has something to do, or is to begin.
              notifyProcessesOf([accountId])
              for (const listen of asking) listen(bridgeId)
            }
          },
          waits.missed,
        ),
      )
    },
    stop() {
      for (const stop of stops.splice(0)) stop()
    },
  })

  return {
    all: async () => (await store.all()).map(({ bridgeId }) => bridgeId),
    /** Shows the owners of bridges that the process of this server ends again and again, or does not any more. */
    async failing(is: boolean): Promise<void> {
      isFailing = is
      for (const bridge of await store.all()) await announce(bridge, 'shown')
    },
    release: leases.release,
    forget: leases.forget,
    /** Calls the listener with a bridge that was made or asked something of, on any instance. */
    onAsked: (listener: (bridgeId: string) => void) => void asking.add(listener),
  }
}

export { bridgeNodes, bridgeStore } from './bridge-nodes.schema.ts'
