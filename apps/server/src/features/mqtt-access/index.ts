import { Counter } from 'prom-client'
import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { ListeningAt } from '#platform/mqtt/broker.ts'
import { reachableAddress } from '#platform/mqtt/broker-address.ts'
import type { Space } from '#platform/mqtt/spaces.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { loginEvents, spaceEvents } from './login-events.ts'
import { createLoginMailStore } from './login-mails.store.ts'
import { createLoginMails } from './login-mails.ts'
import { createLoginStore, removeLogins } from './logins.store.ts'
import { mqttAccessRoutes } from './mqtt-access.routes.ts'
import { createMqttAccessService } from './mqtt-access.service.ts'
import { createRetainedStore } from './retained.store.ts'
import { createMqttSignIns } from './sign-ins.ts'
import { createSpaceNotices } from './space-notices.ts'

export { endLoginOfBridge, putLoginOfBridge, removeLoginsOfBridge } from './logins.store.ts'
export type { NewNotice } from './space-notices.ts'

/** How long the connection of a bridge that has ended receives that its messages are removed. */
const REMOVAL_MS = 400

interface MqttAccessOptions {
  accounts: Pick<AccountService, 'assertConfirmed' | 'find'>
  activity: Pick<Activity, 'recordSecurityEvent'>
  limits: LimitService
  notify: Pick<Notify, 'publish'>
}

/** Registers the MQTT spaces of accounts: their logins, retained messages, notices and metrics. */
export function registerMqttAccess(context: AppContext, options: MqttAccessOptions) {
  const { broker, clock, config, database, http, logger, metrics, runs, whenDue, whenSetBack } = context
  const { accounts, activity, limits, notify } = options
  const { spaces, outside } = broker
  const logins = createLoginStore(database.db)
  const retained = createRetainedStore(database.db)
  const notices = createSpaceNotices({ clock, logger })
  const signIns = createMqttSignIns({
    store: logins,
    clock,
    failed: (error) => logger.error({ err: error }, 'The use of an MQTT login could not be written'),
  })
  const loginMails = createLoginMails({
    store: createLoginMailStore(database.db),
    database,
    clock,
    whenDue,
    notify,
    failed: (error) =>
      logger.error({ err: error }, 'E-mails about MQTT logins could not be sent; trying again in 30 s'),
  })
  whenSetBack(loginMails.setBack)
  let address: ListeningAt = config.mqtt
  let countEntities = (_accountId: string) => 0
  let prepareOpening = async (_accountId: string) => {}
  const { homePort } = config.mqtt.outside ?? {}
  const access = createMqttAccessService({
    store: logins,
    retained,
    notices,
    mails: loginMails,
    database,
    accounts,
    activity,
    limits,
    clock,
    spaces,
    brokerLogins: outside?.logins?.homes,
    place() {
      const { host, port, tlsPort } = homePort === undefined ? address : { ...address, port: homePort }
      const isTls = outside === undefined ? tlsPort === port : tlsPort !== undefined
      return {
        ...reachableAddress(config.publicUrl, { host, port }),
        tls: isTls,
        tlsPort: isTls ? port : (tlsPort ?? null),
        topicPrefixOf: (accountId) =>
          outside === undefined || homePort !== undefined ? '' : `home/${accountId}/`,
      }
    },
    entitiesOf: (accountId) => countEntities(accountId),
  })
  http.register(mqttAccessRoutes, { access })
  const expiry = whenDue({
    kind: 'mqtt-logins',
    query: 'select username from mqtt_logins where valid_until <= $1::timestamptz limit 1',
    async run() {
      await logins.endExpired(clock.now())
    },
    failed: (error) => logger.error({ err: error }, 'MQTT logins could not be ended; trying again'),
  })

  const messages = new Counter({
    name: 'senca_home_messages_total',
    help: 'Messages of the MQTT spaces of accounts, from clients (in) and to clients (out)',
    labelNames: ['direction'],
    registers: [metrics.registry],
  })
  metrics.gauge('senca_home_connections', 'Connections to the MQTT spaces of accounts', () =>
    spaces === undefined ? 0 : spaces.connectionCount(),
  )
  const [received, sent] = [messages.labels('in'), messages.labels('out')]
  spaces?.use({
    signIn: signIns.signIn,
    async loadRetained(accountId) {
      const [messages] = await Promise.all([retained.load(accountId), prepareOpening(accountId)])
      return messages
    },
    saveRetained: retained.save,
    retainedBytes: retained.totalBytes,
    notify: notices.add,
    counted: (direction) => (direction === 'in' ? received : sent).inc(),
  })
  outside?.doors.useHomes(signIns.homes)

  const ended = async (
    items: readonly { username: string; clientIds: string[]; bridgeId?: string | null | undefined }[],
  ) => {
    const usernames = items.map(({ username }) => username)
    signIns.forget(usernames)
    const ofBridges = items.flatMap(({ username, bridgeId }) => (bridgeId == null ? [] : username))
    spaces?.endLogins(usernames.filter((username) => !ofBridges.includes(username)))
    // Its messages are removed first, so that Home Assistant forgets them too.
    if (ofBridges.length > 0) clock.after(REMOVAL_MS, () => spaces?.endLogins(ofBridges))
    if (outside === undefined) return
    await outside.logins?.homes.remove(usernames)
    for (const { username, clientIds } of items)
      for (const clientId of new Set([username, ...clientIds])) broker.disconnect(clientId)
  }
  const remove = (accountIds: readonly string[]) => {
    for (const accountId of accountIds) {
      spaces?.remove(accountId)
      notices.forget(accountId)
    }
  }
  /** After a lost database connection, reads which logins in use have ended meanwhile. */
  const recheck = async () => {
    signIns.forget()
    const used = spaces?.usernames() ?? []
    const alive = await logins.listAlive(used)
    spaces?.endLogins(used.filter((username) => !alive.has(username)))
  }
  const failed = (error: unknown) =>
    logger.error({ err: error }, 'Connections by MQTT logins that ended could not all be closed')
  const unfollow: (() => void)[] = []
  runs({
    async start() {
      unfollow.push(
        await loginEvents.follow(
          database,
          (items) => ended(items).catch(failed),
          () => void recheck().catch(failed),
        ),
        await spaceEvents.follow(database, remove),
      )
    },
    async stop() {
      for (const end of unfollow) end()
      await spaces?.stop()
      await Promise.all([loginMails.stop(), expiry.stop()])
    },
  })

  return {
    /** The spaces of the embedded broker; undefined with an external broker. */
    spaces,
    /** A new login for a bridge, to be put in the transaction that makes it. */
    newLogin: access.newLogin,
    lastUseOf: logins.lastUseOf,
    /** Whether a bridge is connected by its login, at this server. */
    isBridgeConnected: (accountId: string, bridgeId: string): boolean =>
      (spaces?.connectionsOf(accountId) ?? []).some((connection) => connection.bridgeId === bridgeId),
    /** Adds a notice about a client of an account. */
    notify: notices.add,
    /** Publishes the birth message again in a space. */
    async publishBirth(accountId: string): Promise<void> {
      await spaces?.publishBirth(accountId)
    },
    /** Opens the space of an account that has ever been used; null otherwise. */
    async openSpace(accountId: string): Promise<Space | null> {
      if (spaces === undefined) return null
      const isUsed = spaces.find(accountId) !== undefined || (await retained.usageOf(accountId)).count > 0
      return isUsed ? spaces.open(accountId) : null
    },
    /** Called once by the feature that lists entities. A space opens after the given function has resolved. */
    prepareOpeningBy(prepare: (accountId: string) => Promise<void>) {
      prepareOpening = prepare
    },
    /** Called once by the feature that lists entities. */
    countEntitiesBy(count: (accountId: string) => number) {
      countEntities = count
    },
    /** Called when the broker for devices is listening. */
    brokerListens(listening: ListeningAt) {
      address = listening
    },
    /** Removes the logins of an account, in the transaction that deletes it. Its connections end with the commit. */
    forget: (queries: Queries, accountId: string): Promise<void> => removeLogins(queries, accountId),
  }
}

export type MqttAccess = ReturnType<typeof registerMqttAccess>
