import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { BridgeAccess, BridgeService } from '#features/bridges/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createSealing } from '#platform/sealing.ts'
import { type BridgeNodeChange, bridgeNodeEvents } from './bridge-node-events.ts'
import { bridgeNodeRoutes } from './bridge-nodes.routes.ts'
import { createBridgeNodeService } from './bridge-nodes.service.ts'
import { createBridgeNodeStore } from './bridge-nodes.store.ts'
import { createMatterKind } from './matter-kind.ts'
import { createNodeLeases } from './node-leases.ts'
import { createNodeWaits } from './node-waits.ts'
import { createProcessCalls } from './process-calls.ts'

interface BridgeNodesOptions {
  accounts: Pick<AccountService, 'profile'>
  activity: Pick<Activity, 'recordSecurityEvent'>
  bridges: Pick<BridgeService, 'find'>
  kinds: BridgeAccess['kinds']
  notify: Pick<Notify, 'publish'>
  realtime: Pick<Realtime, 'publish'>
}

/** Registers how Matter bridges are paired, and what their process and the server report to each other. */
export function registerBridgeNodes(context: AppContext, options: BridgeNodesOptions) {
  const { config, clock, database, http, runs, whenSetBack } = context
  const { accounts, activity, bridges, kinds, notify, realtime } = options
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
  kinds.add('matter', createMatterKind({ store, leases, nodes, isMatter }))
  const processes = createProcessCalls({
    store,
    leases,
    database,
    clock,
    record: nodes.record,
    languageOf: async (accountId) => (await accounts.profile({ accountId })).locale,
    vendor: config.matterVendor,
    reported: (bridge, isShown) => announce(bridge, isShown ? 'shown' : 'reported'),
  })
  http.register(bridgeNodeRoutes, { nodes, processes })

  const stops: (() => void)[] = []
  runs({
    async start() {
      stops.push(
        await bridgeNodeEvents.follow(
          database,
          (items) => {
            for (const { bridgeId, accountId, change } of items) {
              if (change !== 'asked') waits.reported(bridgeId)
              if (change === 'shown') realtime.publish('bridges.updated', { accountId }, {})
              if (change !== 'asked') continue
              // The process has something to do, or is to begin.
              realtime.publish('bridges.updated', { bridgesOf: accountId }, {})
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
    all: store.all,
    release: leases.release,
    forget: leases.forget,
    /** Calls the listener with a bridge that was made or asked something of, on any instance. */
    onAsked: (listener: (bridgeId: string) => void) => void asking.add(listener),
  }
}

export { bridgeNodes, bridgeStore } from './bridge-nodes.schema.ts'
