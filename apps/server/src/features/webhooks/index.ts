import { randomUUID } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { LIMITS } from '@senca/contract'
import { WEBHOOK_OLD_SECRET_MS, type WebhookProblem } from '@senca/contract/webhooks'
import { Counter } from 'prom-client'
import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import { type BridgeAccess, bridgeEvents, createBridgeStore } from '#features/bridges/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import { rightsEvents } from '#features/rights/index.ts'
import type { Holds } from '#features/safety/index.ts'
import { ranEvents } from '#features/scenarios/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { readOutsideUrl } from '#platform/http/outside-address.ts'
import type { ListeningAt } from '#platform/mqtt/broker.ts'
import { createResolve } from '#platform/mqtt/joined/resolve-broker.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { runAll } from '#platform/run-all.ts'
import { createSealing } from '#platform/sealing.ts'
import { createDeliveryStore, type NewDelivery, type TakenWebhook } from './deliveries.store.ts'
import { createEventRecorder } from './event-recorder.ts'
import { createHoldWatch } from './hold-watch.ts'
import { createScenarioWatch } from './scenario-watch.ts'
import { createSeenBridges } from './seen-bridges.ts'
import { createWebhookSender, SENDING_MS } from './sender.ts'
import { createWatchedDevices } from './watched-devices.ts'
import { webhookEvents } from './webhook-events.ts'
import { createWebhookPost } from './webhook-post.ts'
import { webhookRoutes } from './webhooks.routes.ts'
import { createWebhookService } from './webhooks.service.ts'
import { createWebhookStore } from './webhooks.store.ts'

export { removeFromWebhooks } from './leaving-devices.store.ts'

const DAY_MS = 86_400_000

interface WebhooksOptions {
  accounts: Pick<AccountService, 'assertConfirmed'>
  activity: Pick<Activity, 'onFailed'>
  bridges: Pick<BridgeAccess, 'find'>
  devices: Pick<Devices, 'service' | 'shadows' | 'lookup'>
  holds: Pick<Holds, 'isWatched' | 'isHeld' | 'onChange'>
  limits: LimitService
  notify: Pick<Notify, 'publish'>
}

/** Registers webhooks: addresses that are notified of what happens at the devices of a connected app. */
export function registerWebhooks(context: AppContext, options: WebhooksOptions) {
  const { clock, config, database, http, logger, metrics, runs, everyHour, whenDue, whenSetBack } = context
  const { accounts, activity, bridges, devices, holds, limits, notify } = options
  const failed = (error: unknown) =>
    logger.error({ err: error }, 'Webhooks could not all be handled; trying again')
  const store = createWebhookStore(database.db)
  const deliveries = createDeliveryStore(database.db)
  const bridgeStore = createBridgeStore(database.db)
  const sealing = createSealing(config.sessionSecret, 'webhooks')
  let listening: ListeningAt = config.mqtt
  const rule = {
    join: config.webhookTargets,
    get ownPorts() {
      return [config.port, listening.port, ...(listening.tlsPort === undefined ? [] : [listening.tlsPort])]
    },
    ownAddresses: () =>
      Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address)),
  }
  const outside = { rule, resolve: createResolve(config.webhookTargets) }
  /** Open pages of the maker show webhooks with their connected app. */
  const changed = async (queries: Queries, accountId: string) => {
    await webhookEvents.announce(queries, [accountId])
    await bridgeEvents.announce(queries, [accountId])
  }
  const switchOff = async (
    { id, accountId, bridgeId }: TakenWebhook,
    problem: WebhookProblem,
  ): Promise<void> => {
    const name = (await bridgeStore.find(bridgeId))?.name ?? ''
    await database.db.transaction(async (queries) => {
      if (!(await store.switchOff(queries, id, problem))) return
      await notify.publish(queries, {
        kind: 'account_security',
        key: `webhook:${randomUUID()}`,
        ownerId: accountId,
        deviceId: null,
        at: clock.now(),
        data: { words: problem === 'gone' ? 'webhook_gone' : 'webhook_failing', name },
        readers: [accountId],
        mailKind: 'webhooks',
        isUnlimited: true,
      })
      await changed(queries, accountId)
    })
  }
  const attempts = new Counter({
    name: 'senca_webhook_attempts_total',
    help: 'Attempts to send to webhooks, by outcome',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  metrics.gauge(
    'senca_webhooks_waiting',
    'Messages to webhooks that are still to be sent, on all instances',
    deliveries.countWaiting,
  )
  const seen = createSeenBridges(bridges, clock)
  const sender = createWebhookSender({
    store: deliveries,
    bridges: seen,
    post: createWebhookPost({ ...outside, clock }),
    openSecret: sealing.open,
    switchOff,
    counted: (outcome) => attempts.inc({ outcome }),
    clock,
    whenDue,
    failed,
  })
  const insert = (made: readonly NewDelivery[]) => deliveries.insert(database.db, made)
  let isOpen = false
  const watched = createWatchedDevices({
    store,
    database,
    whenDue,
    changed(webhooks) {
      if (isOpen) void holdWatch.follow(webhooks)
    },
    failed,
  })
  const shared = { watched, bridges: seen, devices: devices.service, due: sender.request, clock, failed }
  const recorder = createEventRecorder({ ...shared, insert })
  const holdWatch = createHoldWatch({
    ...shared,
    store,
    database,
    holds,
    shadows: devices.shadows,
    lookup: devices.lookup,
    insert: deliveries.insert,
  })
  const scenarioWatch = createScenarioWatch({ ...shared, database, insert })
  const undos: (() => void)[] = []
  runs({
    async start() {
      undos.push(
        await rightsEvents.follow(database, seen.clear, seen.clear),
        devices.shadows.onChange(recorder.changed),
        activity.onFailed(recorder.commandEnded),
        await ranEvents.follow(database, (all) => void scenarioWatch.ran(all).catch(failed)),
      )
      await watched.start()
    },
    // Only now it is known which devices are held.
    async open() {
      isOpen = true
      undos.push(holds.onChange(holdWatch.check))
      await holdWatch.follow(watched.all())
    },
    stop: () =>
      runAll([
        () => runAll(undos.splice(0)),
        () => watched.stop(),
        () => recorder.stop(),
        () => holdWatch.stop(),
        () => sender.stop(),
      ]),
  })
  everyHour(() =>
    deliveries.deleteBefore(new Date(clock.now().getTime() - LIMITS.WEBHOOK_DELIVERY_DAYS * DAY_MS)),
  )
  whenSetBack(async (now) => {
    await store.setBack(now, new Date(now.getTime() + WEBHOOK_OLD_SECRET_MS))
    await deliveries.setBack(now, {
      sending: new Date(now.getTime() + SENDING_MS),
      next: new Date(now.getTime() + DAY_MS),
    })
  })
  http.register(webhookRoutes, {
    webhooks: createWebhookService({
      store,
      deliveries,
      bridges: bridgeStore,
      accounts,
      limits,
      database,
      sealing,
      isUrl: (url) => readOutsideUrl(url, rule) !== null,
      changed,
      due: sender.request,
      clock,
    }),
  })
  return {
    /** How addresses that people and apps name may be connected to. */
    outside,
    /** Called when the broker for devices is listening, so that no webhook connects to it. */
    brokerListens(at: ListeningAt) {
      listening = at
    },
  }
}
