import type { PageConfig } from '@senca/contract'
import { Counter } from 'prom-client'
import { accountRoutes, createAccounts, type SignIn } from '#features/accounts/index.ts'
import { activityRoutes, createActivity, createActivityFeed, feedRoutes } from '#features/activity/index.ts'
import { commandRoutes, createCommands } from '#features/commands/index.ts'
import {
  confirmationRoutes,
  createConfirmations,
  createNotices,
  exchangeRoutes,
} from '#features/confirmations/index.ts'
import { createDeletion, deletionRoutes } from '#features/deletion/index.ts'
import { createDemo, DEMO_EMAIL } from '#features/demo/index.ts'
import { type CreateDriver, careRoutes, createDevices, deviceRoutes } from '#features/devices/index.ts'
import { createDoorGuards, doorGuardRoutes } from '#features/door-guards/index.ts'
import { createIdentities, createIdTokenSignIn, identityRoutes } from '#features/identities/index.ts'
import { createLimits } from '#features/limits/index.ts'
import { createLinks, guestRoutes, linkRoutes, takeOutOfLinks } from '#features/links/index.ts'
import { createLocalOperationWatch } from '#features/local-operation/index.ts'
import { createMails } from '#features/mails/index.ts'
import { createPasswords, passwordRoutes, resetRoutes } from '#features/passwords/index.ts'
import { createHub, realtimeRoutes } from '#features/realtime/index.ts'
import type { Actor } from '#features/rights/index.ts'
import { createSecondFactor, secondFactorRoutes, secondStepRoutes } from '#features/second-factor/index.ts'
import {
  createCookieJar,
  createFinishSignIn,
  createSessions,
  identify,
  type RecordSecurityEvent,
  sessionListRoutes,
  sessionRoutes,
} from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createConcurrencyLimit } from '#platform/concurrency-limit.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { Metrics } from '#platform/http/metrics.ts'
import { refuseOverload } from '#platform/http/overload.ts'
import type { HttpServer } from '#platform/http/server.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import type { Logger } from '#platform/logger.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { Config } from '#platform/process/config.ts'
import { runAll } from '#platform/run-all.ts'

interface AppOptions {
  config: Config & { sessionSecret: string }
  clock: Clock
  logger: Logger
  database: Database
  createDriver: CreateDriver
  bus: EventBus
  http: HttpServer
  metrics: Metrics
  mailer: Mailer
}

/** Every feature of the server, put together; nothing runs before `start`. */
export async function createApp(options: AppOptions) {
  const { config, clock, logger, database, createDriver, bus, http, metrics, mailer } = options
  const lostEntries = new Counter({
    name: 'senca_activity_dropped_total',
    help: 'Entries of the activity that were lost for want of room or because they cannot be written',
    registers: [metrics.registry],
  })
  const untoldEntries = new Counter({
    name: 'senca_activity_left_out_total',
    help: 'What a device did or was refused too often to be told each time',
    registers: [metrics.registry],
  })
  const activityFailed = (error: unknown) => logger.error({ err: error }, 'The activity could not be written')
  const activity = createActivity({
    database,
    clock,
    activityDays: config.activityDays,
    failed: activityFailed,
    dropped: () => lostEntries.inc(),
    leftOut: () => untoldEntries.inc(),
  })
  const { limits, guesses } = createLimits({ database, clock })
  // One line for all that sign in: a core stays free for devices.
  const hashing = createConcurrencyLimit()
  const accounts = createAccounts({
    database,
    clock,
    limits,
    guesses,
    trail: activity,
    hashing,
    closedEmail: config.isDemo ? null : DEMO_EMAIL,
  })
  const jobs = createJobs({ database, logger })
  const mails = createMails({ config, database, jobs, mailer, logger })
  const confirmations = createConfirmations({
    config,
    database,
    clock,
    mails,
    limits,
    isConfirmed: accounts.isConfirmed,
  })
  const sessions = createSessions({ database, clock, bus, logger })
  const cookies = createCookieJar({ isSecure: config.publicUrl.startsWith('https:') })
  const record: RecordSecurityEvent = (request, event) =>
    activity.recordSecurityEvent({ ...event, caller: callerOf(request) })
  const secondFactor = createSecondFactor({ database, clock, logger, accounts, sessions, limits, ...config })
  const finishSignIn = createFinishSignIn({
    sessions,
    cookies,
    credentialMarkOf: (accountId) => accounts.credentialMark(accountId),
    askSecondFactor: (proven) => secondFactor.step.ask(proven),
    record,
  })
  const isSecure = config.publicUrl.startsWith('https:')
  const identities = createIdentities({
    config,
    database,
    clock,
    logger,
    accounts,
    sessions,
    forgetSecondFactor: secondFactor.forget,
    spendConfirmations: confirmations.spendAll,
  })
  const byIdToken = { identities: identities.service, finishSignIn, record, guesses, isSecure }
  const signIn: SignIn = (request, reply, account) =>
    finishSignIn(request, reply, { ...account, means: 'password', isWhole: true })
  const devices = createDevices({
    database,
    bus,
    clock,
    logger,
    activity,
    limits,
    prepareFactoryResetMail: createNotices({ accounts, mails }).factoryReset,
    seeThrough: (...asked) => commands.seeThrough(...asked),
    createDriver,
    renewLink: (link) => links.renew(link),
    left: (queries, deviceIds) => takeOutOfLinks(queries, deviceIds, clock.now()),
  })
  const { service, provisioning, shadows, driver, rights, events } = devices
  const links = createLinks({
    ...config,
    database,
    bus,
    clock,
    logger,
    accounts,
    devices: service,
    rights,
    shadows,
    limits,
    prove: secondFactor.prove,
  })
  const doorGuards = createDoorGuards({
    database,
    clock,
    devices: service,
    guards: devices.guards,
    events,
    secondFactor,
    activity,
  })
  const outcomes = new Counter({
    name: 'senca_commands_total',
    help: 'Commands by what became of them',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  const commands = createCommands({
    devices: service,
    rights,
    shadows,
    driver,
    activity,
    doorGuards,
    uses: links.uses,
    bus,
    clock,
    counted: (outcome) => outcomes.inc({ outcome }),
    failed: (error) => logger.error({ err: error }, 'Changed rights could not be read'),
    broken: (error, deviceId) => logger.error({ err: error, deviceId }, 'A command could not be carried out'),
  })
  const guests = links.createGuests(commands.service)
  const localOperations = createLocalOperationWatch({
    shadows,
    lookUp: devices.lookUp,
    commandedParts: commands.partsAsked,
    record: activity.recordLocal,
    failed: activityFailed,
    dropped: () => lostEntries.inc(),
    leftOut: () => untoldEntries.inc(),
  })
  const feed = createActivityFeed({
    store: activity.store,
    devices: service,
    findEmails: accounts.findEmails,
    settle: async (accountId) => {
      await localOperations.settle()
      await activity.flushOf(accountId)
    },
  })
  const hub = createHub({
    devices: service,
    shadows,
    events,
    rights,
    sharing: links.sharing,
    isLeaving: devices.isLeaving,
    clock,
    failed: (error) => logger.error({ err: error }, 'A change could not be told'),
  })
  const passwords = createPasswords({
    accounts,
    confirmations,
    sessions,
    guesses,
    database,
    forgetIdentities: identities.forget,
    forgetSecondFactor: secondFactor.forget,
    endPendingSignIns: secondFactor.endPendingSignIns,
  })
  const deletion = createDeletion({
    accounts,
    confirmations,
    devices: service,
    sessions,
    rights,
    database,
    failed: (error, deviceId) => logger.error({ err: error, deviceId }, 'A device could not be deleted'),
  })
  jobs.schedule('forget-old', '17 * * * *', () =>
    runAll([
      () => confirmations.forgetOld(),
      () => limits.forgetOld(),
      () => activity.forgetOld(),
      () => doorGuards.forgetOld(),
      () => links.forgetOld(),
    ]),
  )
  const demo = createDemo({ database, dataDir: config.dataDir, accounts, devices: service, provisioning })

  refuseOverload(http, database.pool)
  await http.register(identify, { sessions, cookies, operatorToken: config.operatorToken ?? null })
  await http.register(accountRoutes, {
    accounts,
    signIn,
    mailConfirmation: confirmations.mailNewcomer,
  })
  await http.register(exchangeRoutes, { confirmations })
  await http.register(confirmationRoutes, { confirmations, accounts, database, record })
  await http.register(passwordRoutes, { passwords, confirmations, cookies, record })
  await http.register(resetRoutes, { passwords, accounts, confirmations, record })
  await http.register(deletionRoutes, { deletion, accounts, confirmations, record })
  await http.register(sessionRoutes, {
    accounts,
    sessions,
    cookies,
    finishSignIn,
    signInByIdToken: createIdTokenSignIn(byIdToken),
    issueToGuest: guests.issueWebsocketToken,
    record,
  })
  await http.register(sessionListRoutes, { sessions, cookies, record })
  await http.register(activityRoutes, { activity })
  await http.register(feedRoutes, { feed, clock })
  await http.register(identityRoutes, { identities: identities.service, isSecure })
  await http.register(secondFactorRoutes, { secondFactor: secondFactor.service, record })
  await http.register(secondStepRoutes, { secondStep: secondFactor.step, accounts, finishSignIn, record })
  await http.register(deviceRoutes, { devices: service, provisioning })
  await http.register(careRoutes, devices)
  await http.register(doorGuardRoutes, { doorGuards })
  await http.register(commandRoutes, { commands: commands.service })
  await http.register(linkRoutes, { links: links.service, guests, access: links.access })
  await http.register(guestRoutes, { guests })
  const whoIsThere = {
    identify: async (token: string) =>
      (await sessions.identifyWebsocketToken(token)) ?? guests.identifyWebsocketToken(token),
    onEnded: (actor: Actor, ended: () => void) =>
      actor.kind === 'link' ? links.onEnded(actor, ended) : sessions.onEnded(actor.sessionId, ended),
  }
  await http.register(realtimeRoutes, { hub, identities: whoIsThere, clock })
  // A request that waits for a device would hold up the end of the server.
  http.addHook('preClose', async () => {
    commands.stop()
    devices.maintenance.stop()
  })
  metrics.gauge('senca_devices_connected', 'Devices with a live connection', shadows.countConnected)
  metrics.gauge(
    'senca_states_unwritten',
    'Devices whose newest state is not written yet',
    shadows.countUnwritten,
  )
  metrics.gauge('senca_commands_unanswered', 'Commands no device has answered yet', commands.countUnanswered)
  metrics.gauge('senca_commands_waiting', 'Commands that are followed to their end', commands.countWaiting)
  metrics.gauge(
    'senca_commands_under_way',
    'Commands that are not over, on any instance',
    commands.countUnderWay,
  )
  metrics.gauge('senca_websockets', 'Open websockets', () => http.websocketServer.clients.size)

  const pageConfig: PageConfig = {
    authServer: '/auth',
    publicUrl: config.publicUrl,
    websocketHost: null,
    googleClientId: config.google?.clientId ?? null,
    appleClientId: config.apple?.clientId ?? null,
    appleRedirectUri: config.apple?.redirectUri ?? null,
    supportUrl: config.supportUrl,
    demo: config.isDemo,
  }

  return {
    pageConfig,
    /** Call it once the broker listens, with the address that it listens at. */
    async start({ mqtt }: { mqtt: { host: string; port: number } } = { mqtt: config.mqtt }) {
      await sessions.start()
      // A start with DEMO=on left them: its password is known to everybody.
      const closedAccount = await accounts.findClosed()
      if (closedAccount !== null) await sessions.endAll(closedAccount)
      // In this order, or it would take letters away from our own jobs.
      await mails.resume()
      await jobs.start()
      secondFactor.start()
      identities.start()
      // Before all who hear of changes: those who look on come first.
      hub.start()
      commands.start()
      localOperations.start()
      await devices.start()
      links.start()
      return { demoHome: config.isDemo ? await demo.ensure(mqtt) : null }
    },
    /** Ends what was started; also what `start` did not come to. */
    async stop() {
      await runAll([
        () => commands.stop(),
        () => hub.stop(),
        () => links.stop(),
        () => devices.stop(),
        () => localOperations.stop(),
        () => activity.stop(),
        () => identities.stop(),
        () => secondFactor.stop(),
        () => jobs.stop(),
        () => sessions.stop(),
      ])
    },
  }
}
