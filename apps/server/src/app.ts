import type { EntityDriver } from '#drivers/hardware.ts'
import { registerAccounts } from '#features/accounts/index.ts'
import { registerActivity, registerActivityFeed } from '#features/activity/index.ts'
import { registerApprovals } from '#features/approvals/index.ts'
import { registerBilling } from '#features/billing/index.ts'
import { registerBridgeNodes } from '#features/bridge-nodes/index.ts'
import {
  publishBridges,
  registerBridgeAccess,
  registerBridges,
  registerHeldNotices,
} from '#features/bridges/index.ts'
import { registerBrokerHooks } from '#features/broker-hooks/index.ts'
import { COMMAND_CHECKS, createReachCheck, registerCommands } from '#features/commands/index.ts'
import { registerConfirmations } from '#features/confirmations/index.ts'
import { registerDeletion, type TakeOver } from '#features/deletion/index.ts'
import { createDemo, DEMO_ACCOUNT } from '#features/demo/index.ts'
import { registerDeviceSetup } from '#features/device-setup/index.ts'
import { type CreateDrivers, registerDeviceSettings, registerDevices } from '#features/devices/index.ts'
import { type CreateHardware, registerDiscovery } from '#features/discovery/index.ts'
import { registerDoorGuards } from '#features/door-guards/index.ts'
import { registerEscalationSteps } from '#features/escalation/index.ts'
import { registerGroups } from '#features/groups/index.ts'
import { registerHealth } from '#features/health/index.ts'
import { createServerId } from '#features/home-assistant/index.ts'
import { registerHomes } from '#features/homes/index.ts'
import { registerIdentities } from '#features/identities/index.ts'
import { registerLimits } from '#features/limits/index.ts'
import { registerGuests, registerLinks } from '#features/links/index.ts'
import { registerLocalOperations } from '#features/local-operation/index.ts'
import { registerMails } from '#features/mails/index.ts'
import { type MatterOptions, registerMatter } from '#features/matter/index.ts'
import { registerMoments, removeFromMoments } from '#features/moments/index.ts'
import { registerMqttAccess } from '#features/mqtt-access/index.ts'
import { registerMqttJoin } from '#features/mqtt-join/index.ts'
import { registerPublishing } from '#features/notifications/index.ts'
import { registerPasswords } from '#features/passwords/index.ts'
import { registerPushQueue } from '#features/push/index.ts'
import { registerOpenPages, registerRealtime } from '#features/realtime/index.ts'
import { registerReceived, registerRoles } from '#features/roles/index.ts'
import { registerRooms, roomsOf } from '#features/rooms/index.ts'
import {
  applyWarnings,
  changeGroupsInSafety,
  createLockOutCheck,
  createSettingsNotices,
  evaluateAccount,
  evaluateSource,
  isSourceNeeded,
  registerHolds,
  registerSafety,
  registerWatch,
  releaseSharedHolds,
} from '#features/safety/index.ts'
import {
  isProtected,
  registerScenarios,
  removeGroupsFromScenarios,
  rewriteDues,
} from '#features/scenarios/index.ts'
import { registerSecondFactor } from '#features/second-factor/index.ts'
import { registerSessions } from '#features/sessions/index.ts'
import { registerSignIn } from '#features/sign-in/index.ts'
import { registerSun } from '#features/sun/index.ts'
import { endTransfersOf, registerTransfers } from '#features/transfers/index.ts'
import { registerUpgrades } from '#features/upgrades/index.ts'
import { registerWeather } from '#features/weather/index.ts'
import { type AppContextOptions, createAppContext } from '#platform/app-context.ts'
import { refuseOverload } from '#platform/http/overload.ts'
import type { WebApp } from '#platform/http/web-pages.ts'
import type { ListeningAt } from '#platform/mqtt/broker.ts'
import { removeLeaving, removeLost } from './app/leaving-devices.ts'
import { registerConnections } from './app/register-connections.ts'
import { registerMessages } from './app/register-messages.ts'

interface AppOptions extends AppContextOptions {
  createDrivers: CreateDrivers
  createHardware: CreateHardware
  /** One of the drivers, for entities of the hardware that is created so. */
  entityDriver: EntityDriver
  /** Absent where Matter is off. */
  matter?: MatterOptions | undefined
  /** Certificates that are trusted for documents about agents; those of the system if absent. */
  trustedByClients?: string | undefined
  /** Absent without a built web app. */
  webApp?: Pick<WebApp, 'build'>
}

/**
 * Creates all features of the server and connects them. Nothing runs before `start`. Each feature is given what it uses of others, and
 * states that by `Pick`: its tests give it no more, so that one context for all would have to be made whole in each of them.
 */
export async function createApp({
  createDrivers,
  createHardware,
  entityDriver,
  matter: matterOptions,
  trustedByClients,
  webApp,
  ...options
}: AppOptions) {
  const { context, start, stop } = createAppContext(options)
  const { config, database, http } = context
  refuseOverload(http, database.pool)

  let demoAccountId: string | null = null

  registerBrokerHooks(context)
  const { limits, guesses } = registerLimits(context)
  const activity = registerActivity(context)
  const mails = registerMails(context)
  const accounts = registerAccounts(context, {
    activity,
    closedEmail: config.isDemo ? null : DEMO_ACCOUNT.email,
    guesses,
    limits,
  })
  const received = registerReceived(context)
  const pushes = registerPushQueue(context)
  const escalationSteps = registerEscalationSteps(context)
  const publishing = registerPublishing(context, {
    mails,
    pushes: pushes.queue,
    escalate: escalationSteps.begin,
    holdersOf: received.holdersOf,
    rolesOf: received.within,
  })
  const bridges = registerBridgeAccess(context, { limits, notify: publishing })
  const sessions = registerSessions(context, { accounts, activity, bridges, received, pushes })
  const billing = await registerBilling(context, {
    accounts,
    mails,
    changed: (queries, accountId) => evaluateAccount(queries, accountId, context.clock.now()),
    isFree: (accountId) => accountId === demoAccountId,
  })
  const confirmations = registerConfirmations(context, {
    accounts,
    activity,
    limits,
    mails,
    storeSubscriptions: billing.storeSubscriptions,
  })
  const takeOver: TakeOver = {
    releaseDevices: (accountId) => deletion.releaseDevices(accountId),
    renew: (queries, account) => deletion.renew(queries, account),
  }
  const identities = registerIdentities(context, { accounts, takeOver })
  const secondFactor = registerSecondFactor(context, {
    accounts,
    activity,
    guesses,
    limits,
    notify: publishing,
    sessions,
    useOnce: identities.useOnce,
  })
  registerPasswords(context, {
    accounts,
    activity,
    confirmations,
    guesses,
    notify: publishing,
    secondFactor,
    sessions,
    takeOver,
  })
  const holds = registerHolds(context)
  const devices = registerDevices(context, {
    accounts,
    activity,
    bridges,
    createDrivers,
    limits,
    notify: publishing,
    received,
    roomsOf,
    safety: {
      infoOf: holds.infoOf,
      isHeld: holds.isHeld,
      safePlacesOf: holds.safePlacesOf,
      isProtected: (deviceId) => isProtected(database.db, deviceId),
      changedByOther: createSettingsNotices({ notify: publishing, clock: context.clock }),
    },
    async left(queries, leaving, now) {
      await removeLeaving(queries, leaving, now)
      discovery.left(leaving.deviceIds)
    },
  })
  registerUpgrades(context, {
    activity,
    devices,
    notify: publishing,
    safety: { isHeld: (device, shadow) => holds.moveOf(device, shadow).kind !== 'free' },
  })
  registerHealth(context, { activity, devices })
  const mqttAccess = registerMqttAccess(context, { accounts, activity, limits, notify: publishing })
  const mqttJoin = registerMqttJoin(context, { accounts, activity, limits, mqttAccess })
  const deviceSetup = registerDeviceSetup(context, { accounts, devices })
  const links = registerLinks(context, { accounts, devices, limits, notify: publishing, secondFactor })
  const doorGuards = registerDoorGuards(context, { activity, bridges, devices, limits, secondFactor })
  const {
    service: bridgeService,
    sockets: bridgeSockets,
    changed: bridgesChanged,
  } = registerBridges(context, {
    access: bridges,
    accounts,
    activity,
    devices,
    doorGuards,
    links,
    notify: publishing,
    secondFactor,
  })
  const pages = registerOpenPages(context)
  const commands = registerCommands(context, {
    activity,
    // The safety checks come first, for commands of every actor.
    checks: [
      holds.check,
      createLockOutCheck(devices.shadows),
      createReachCheck(entityDriver.isUnreachable),
      ...COMMAND_CHECKS,
    ],
    devices,
    doorGuards,
    isPageOpen: pages.isOpen,
    links,
    notify: publishing,
  })
  registerDeviceSettings(context, { commands, devices })
  registerHeldNotices(context, { commands, notify: publishing })
  const guests = registerGuests(context, { commands, links })
  const localOperations = registerLocalOperations(context, {
    activity,
    commands,
    devices,
    notify: publishing,
  })
  const feed = registerActivityFeed(context, { accounts, activity, devices, localOperations })
  const realtime = registerRealtime(context, {
    bridgeSockets,
    devices,
    guests,
    links,
    pages,
    sessions,
    noteVisible: pushes.noteVisible,
    build: webApp?.build,
  })
  publishBridges(context, { realtime })
  const bridgeNodes = registerBridgeNodes(context, {
    accounts,
    activity,
    bridges: bridgeService,
    commands,
    kinds: bridges.kinds,
    notify: publishing,
    realtime,
  })
  const approvals = registerApprovals(context, {
    activity,
    bridges,
    commands,
    devices,
    notify: publishing,
    realtime,
  })
  const serverId = createServerId(context)
  const discovery = registerDiscovery(context, {
    serverId,
    activity,
    createHardware,
    devices,
    driver: entityDriver,
    mqttAccess,
    mqttJoin,
    realtime,
    secondFactor,
  })
  const matter = registerMatter(context, {
    accounts,
    bridges: {
      ...bridgeNodes,
      issueToken: bridges.processTokens.issue,
      takeBack: bridges.processTokens.takeBack,
    },
    discovery,
    matter: matterOptions,
  })
  registerTransfers(context, { accounts, devices, limits, notify: publishing, realtime, secondFactor })
  const groups = registerGroups(context, {
    commands,
    devices,
    realtime,
    async ending(queries, groupIds) {
      await changeGroupsInSafety(queries, groupIds)
      await removeGroupsFromScenarios(queries, groupIds)
    },
    async refilled(queries, actor, group) {
      await scenarios.groupRefilled(queries, actor, group)
      await changeGroupsInSafety(queries, [group.id])
    },
  })
  const homes = registerHomes(context, {
    async moved(queries, accountId) {
      await rewriteDues(queries, accountId, context.clock.now())
      await watch.rewatch(queries, accountId)
      await weather.moved(queries, accountId)
      await sun.moved(queries, accountId)
    },
  })
  const weather = registerWeather(context, {
    accounts,
    homes,
    entitlement: billing.entitlement,
    measured: evaluateSource,
    sourcesChanged: (queries, accountId) => watch.rewatch(queries, accountId),
    isNeeded: isSourceNeeded,
    applyWarnings,
  })
  const sun = registerSun(context, { activity, commands, devices, homes, weather })
  const watch = registerWatch(context, {
    reevaluateSun: sun.reevaluate,
    devices,
    entitlement: billing.entitlement,
    holds,
    notify: publishing,
    received,
    weather,
  })
  const { service: scenarios, runner } = registerScenarios(context, {
    accounts,
    commands,
    devices,
    entitlement: billing.entitlement,
    groups,
    notify: publishing,
    realtime,
    safety: { moves: holds, watch },
    deleting: removeFromMoments,
  })
  const rooms = registerRooms(context, { devices, pinnable: [groups.pinnable, scenarios.pinnable], realtime })
  const moments = registerMoments(context, { commands, devices, realtime, scenarios })
  const roles = registerRoles(context, {
    accounts,
    activity,
    devices,
    limits,
    links,
    notify: publishing,
    realtime,
    secondFactor,
    lost: removeLost,
  })
  registerSafety(context, {
    accounts,
    notify: publishing,
    activity,
    reevaluateSun: sun.reevaluate,
    commands,
    devices,
    holds,
    runner,
    weather,
  })
  const { webhooks } = registerConnections(context, {
    serverId,
    access: bridges,
    accounts,
    activity,
    approvals,
    bridges: { service: bridgeService, changed: bridgesChanged },
    ca: trustedByClients,
    commands,
    devices,
    discovery,
    feed,
    holds,
    limits,
    links,
    mqttAccess,
    mqttJoin,
    notify: publishing,
    rooms,
    scenarios,
  })
  registerMessages(context, {
    accounts,
    activity,
    commands,
    devices,
    escalationSteps,
    holds,
    limits,
    links,
    publishing,
    pushes,
    realtime,
    received,
    sessions,
  })
  registerSignIn(context, {
    accounts,
    activity,
    bridgeSockets,
    confirmations,
    guesses,
    guests,
    identities,
    isShared: (accountId) => accountId === demoAccountId,
    limits,
    notify: publishing,
    secondFactor,
    sessions,
  })
  const deletion = registerDeletion(context, {
    accounts,
    activity,
    confirmations,
    devices,
    async forget(queries, accountId) {
      await releaseSharedHolds(queries, accountId)
      await roles.forget(queries, accountId)
      await endTransfersOf(queries, accountId)
      await weather.forget(queries, accountId)
      await billing.forget(queries, accountId)
      await mqttAccess.forget(queries, accountId)
      await mqttJoin.forget(queries, accountId)
      await matter.forget(accountId)
    },
    sessions,
  })
  const demo = createDemo(context, {
    accounts,
    devices,
    groups,
    homes,
    links,
    moments,
    scenarios,
    weather,
  })

  return {
    /** The roles that an account received, as every call uses them. */
    receivedBy: received.of,
    /** Call it when the broker is listening, with its address. */
    async start({ mqtt }: { mqtt: ListeningAt } = { mqtt: config.mqtt }) {
      // An external broker does not report which station published a message, so stations must report by HTTP then.
      if (context.broker.outside === undefined) weather.brokerListens(mqtt)
      deviceSetup.brokerListens(mqtt)
      mqttAccess.brokerListens(mqtt)
      mqttJoin.brokerListens(mqtt)
      webhooks.brokerListens(mqtt)
      demoAccountId = config.isDemo ? await demo.ensureAccount() : null
      await start()
      return { demoHome: demoAccountId === null ? null : await demo.ensureHome(demoAccountId, mqtt) }
    },
    /** Stops what was started, also after an incomplete `start`. */
    stop,
  }
}
