import { networkInterfaces } from 'node:os'
import { JOINED_BROKER_STATUSES, type JoinedBrokerStatus } from '@senca/contract/mqtt'
import * as z from 'zod/mini'
import { hardwareFilters } from '#drivers/hardware.ts'
import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { MqttAccess } from '#features/mqtt-access/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { ListeningAt } from '#platform/mqtt/broker.ts'
import { createConnectBroker } from '#platform/mqtt/joined/connect-broker.ts'
import { createJoinedBroker, type JoinedSpace } from '#platform/mqtt/joined/joined-broker.ts'
import { createResolve } from '#platform/mqtt/joined/resolve-broker.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { createSealing } from '#platform/sealing.ts'
import { createBrokerKeeper, LEASE_MS } from './broker-keeper.ts'
import { joinEvents } from './join-events.ts'
import { createJoinedBrokerStore, type JoinedBrokerRow, removeJoinedBroker } from './joined-brokers.store.ts'
import { mqttJoinRoutes } from './mqtt-join.routes.ts'
import { createMqttJoinService } from './mqtt-join.service.ts'

const forgottenSchema = z.record(z.string(), z.string())

interface MqttJoinOptions {
  accounts: Pick<AccountService, 'assertConfirmed'>
  activity: Pick<Activity, 'recordSecurityEvent'>
  limits: LimitService
  mqttAccess: Pick<MqttAccess, 'notify'>
}

/** Registers joining a broker that a person runs, and keeps the connections to these brokers. */
export function registerMqttJoin(context: AppContext, options: MqttJoinOptions) {
  const { broker, clock, config, database, http, logger, metrics, runs, whenDue, whenSetBack } = context
  const { accounts, activity, limits, mqttAccess } = options
  const isOn = config.brokerJoin !== 'off'
  const instance = broker.outside === undefined ? null : crypto.randomUUID()
  const store = createJoinedBrokerStore(database.db)
  const sealing = createSealing(config.sessionSecret, 'passwords of joined brokers')
  const failed = (error: unknown) => logger.error({ err: error }, 'Joined brokers could not all be handled')
  let listening: ListeningAt = config.mqtt
  const opening: ((space: JoinedSpace) => Promise<void> | void)[] = []
  let countEntities = (_accountId: string) => 0
  const connect = createConnectBroker({
    clock,
    rule: {
      join: config.brokerJoin,
      get ownPorts() {
        return [config.port, listening.port, ...(listening.tlsPort === undefined ? [] : [listening.tlsPort])]
      },
      ownAddresses: () =>
        Object.values(networkInterfaces()).flatMap((addresses = []) =>
          addresses.map(({ address }) => address),
        ),
    },
    resolve: createResolve(config.brokerJoin),
  })

  const create = (row: JoinedBrokerRow) => {
    const { accountId, password } = row
    return createJoinedBroker({
      accountId,
      broker: { ...row, password: password === null ? null : sealing.open(password, accountId) },
      filters: hardwareFilters(row.discoveryPrefix),
      connect,
      clock,
      statusChanged(status) {
        // With one instance nobody else asks for it.
        if (instance !== null) store.setStatus(row, status).catch(failed)
      },
      forgotten: z.parse(forgottenSchema, row.forgotten),
      forgottenChanged: (forgotten) => void store.setForgotten(row, forgotten).catch(failed),
      notice: (code, detail) => mqttAccess.notify(accountId, { code, detail }),
      failed,
    })
  }
  const keeper = createBrokerKeeper({
    store,
    clock,
    whenDue,
    keeper: instance,
    create,
    async opening({ space }) {
      for (const open of opening) await open(space)
    },
    failed,
  })
  http.register(mqttJoinRoutes, {
    join: createMqttJoinService({
      store,
      keeper,
      instance,
      connect,
      sealing,
      database,
      accounts,
      activity,
      limits,
      clock,
      isOn,
      filtersOf: hardwareFilters,
      entitiesOf: (accountId) => countEntities(accountId),
    }),
  })
  metrics.gauges(
    'senca_joined_brokers',
    'Joined brokers of accounts that this instance keeps',
    'status',
    () => {
      const counts = new Map<string, number>(JOINED_BROKER_STATUSES.map((status) => [status, 0]))
      for (const joined of keeper.all()) {
        const { status } = joined.status()
        counts.set(status, (counts.get(status) ?? 0) + 1)
      }
      return counts
    },
  )
  whenSetBack((now) => store.setBack(now, new Date(now.getTime() + LEASE_MS)))

  let unfollow = () => {}
  const sync = (accountIds?: readonly string[]) => keeper.sync(accountIds).catch(failed)
  runs({
    async open() {
      if (!isOn) return
      unfollow = await joinEvents.follow(database, sync, () => void sync())
      await sync()
    },
    async stop() {
      unfollow()
      await keeper.stop()
    },
  })

  return {
    /** The broker that an account has joined, if this instance keeps the connection. */
    find: (accountId: string): JoinedSpace | undefined => keeper.find(accountId)?.space,
    /** Adds a listener, which is called with each broker before it is connected to. */
    openBy: (open: (space: JoinedSpace) => Promise<void> | void) => void opening.push(open),
    /** The broker that an account has joined, and how the connection stands; null if there is none. */
    async statusOf(accountId: string): Promise<{ clientId: string; status: JoinedBrokerStatus } | null> {
      const row = isOn ? await store.find(accountId) : null
      if (row === null) return null
      const known = keeper.find(accountId)?.status().status
      const kept = JOINED_BROKER_STATUSES.find((status) => status === row.status)
      return { clientId: row.clientId, status: known ?? kept ?? 'connecting' }
    },
    /** Called once by the feature that lists entities. */
    countEntitiesBy(count: (accountId: string) => number) {
      countEntities = count
    },
    /** Called when the broker for devices is listening. */
    brokerListens(at: ListeningAt) {
      listening = at
    },
    /** Removes the joined broker of an account, in the transaction that deletes it. */
    async forget(queries: Queries, accountId: string): Promise<void> {
      await removeJoinedBroker(queries, accountId)
    },
  }
}

export type MqttJoining = ReturnType<typeof registerMqttJoin>
