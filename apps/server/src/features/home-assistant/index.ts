import type { ApprovalService } from '#features/approvals/index.ts'
import { approvalEvents } from '#features/approvals/index.ts'
import type { BridgeAccess } from '#features/bridges/index.ts'
import type { CommandService, DeviceFaults } from '#features/commands/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { Discovery } from '#features/discovery/index.ts'
import type { MqttAccess } from '#features/mqtt-access/index.ts'
import type { MqttJoining } from '#features/mqtt-join/index.ts'
import { roomEvents } from '#features/rooms/index.ts'
import { type ScenarioService, scenarioEvents } from '#features/scenarios/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { isLoopbackName } from '#platform/http/loopback.ts'
import type { JoinedSpace } from '#platform/mqtt/joined/joined-broker.ts'
import { type BridgeRunner, createBridgeRunner } from './bridge-runner.ts'
import { type AnnouncingPlace, ownPlaceOf } from './channel.ts'
import { createCollect } from './collect.ts'
import { createCommandsIn } from './commands-in.ts'
import { createHomeAssistantService } from './home-assistant.service.ts'
import { createHomeAssistantStore } from './home-assistant.store.ts'
import { joinedPlaceOf } from './joined-place.ts'

export { removeFromHomeAssistant } from './home-assistant.store.ts'

/** What is announced as the version of the software. */
const VERSION = '1'

/** Reads the id by which what this installation announces is known, once. */
export function createServerId({ database }: Pick<AppContext, 'database'>): () => Promise<string> {
  const store = createHomeAssistantStore(database.db)
  let known: Promise<string> | null = null
  return () => {
    known ??= store.serverId().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}

interface HomeAssistantOptions {
  serverId(): Promise<string>
  approvals: Pick<ApprovalService, 'ask' | 'status'>
  bridges: Pick<BridgeAccess, 'kinds' | 'findAlive' | 'recordPaused'>
  commands: { service: CommandService; faults: DeviceFaults }
  devices: Pick<Devices, 'service' | 'shadows' | 'events' | 'rights'>
  discovery: Pick<Discovery, 'originsOf'>
  mqttAccess: MqttAccess
  mqttJoin: MqttJoining
  scenarios: ScenarioService
}

/** Registers bridges that announce devices to Home Assistant and openHAB, by MQTT discovery. */
export function registerHomeAssistant(context: AppContext, options: HomeAssistantOptions) {
  const { clock, config, database, logger, runs } = context
  const { approvals, bridges, commands, devices, discovery, mqttAccess, mqttJoin, scenarios } = options
  const failed = (error: unknown, accountId: string) =>
    logger.error({ err: error, accountId }, 'Devices could not be announced to Home Assistant; trying again')
  const store = createHomeAssistantStore(database.db)
  const { faults } = commands
  const { hostname } = new URL(config.publicUrl)
  const collect = createCollect({
    db: database.db,
    store: { keysOf: store.keysOf, serverId: options.serverId },
    bridges,
    devices,
    faults,
    originsOf: discovery.originsOf,
    scenesOf: scenarios.listRunnable,
    version: VERSION,
    url: isLoopbackName(hostname) ? undefined : config.publicUrl,
  })
  bridges.kinds.add(
    'home-assistant',
    createHomeAssistantService({ store, collect, mqttAccess, mqttJoin, clock }),
  )
  const commandsIn = createCommandsIn({
    commands: commands.service,
    approvals,
    scenarios,
    bridges,
    notice: (accountId, notice) => mqttAccess.notify(accountId, { code: 'bad_command', ...notice }),
    failed,
  })
  const runners = new Set<BridgeRunner>()
  const open = (place: AnnouncingPlace): BridgeRunner => {
    const runner = createBridgeRunner(place, {
      collect,
      store,
      rights: devices.rights,
      shadows: devices.shadows,
      faults,
      clock,
      received: commandsIn.received,
      full: (accountId) =>
        mqttAccess.notify(accountId, {
          code: 'retained_full',
          detail: 'There is no room for more messages of bridges.',
        }),
      failed,
    })
    runners.add(runner)
    return runner
  }
  const close = (runner: BridgeRunner) => {
    runners.delete(runner)
    runner.stop()
  }

  mqttJoin.openBy(async (space: JoinedSpace) => {
    const { accountId } = space
    const joined = joinedPlaceOf({ space, clock, failed: (error) => failed(error, accountId) })
    const runner = open(joined.place)
    space.onClosed(() => close(runner))
    const sweep = async () => {
      const ids = await store.leftoversOf(accountId)
      if (ids.length > 0 && (await joined.sweep(ids))) await store.deleteLeftovers(ids)
    }
    space.onConnectionChanged(() => {
      if (space.isConnected()) sweep().catch((error: unknown) => failed(error, accountId))
    })
    // So that the connection is opened with the will of the bridge.
    await runner.ready().catch((error: unknown) => failed(error, accountId))
  })

  const ofAccounts = (accountIds: ReadonlySet<string>) => {
    for (const runner of runners) if (accountIds.has(runner.accountId)) runner.sync()
  }
  const unfollow: (() => unknown)[] = []
  runs({
    async start() {
      unfollow.push(
        devices.events.onUpdated((deviceIds) => {
          for (const runner of runners) if (deviceIds.some(runner.knows)) runner.sync()
        }),
        await roomEvents.follow(database, (accountIds) => ofAccounts(new Set(accountIds))),
        await scenarioEvents.follow(database, (notices) =>
          ofAccounts(
            new Set(notices.filter(({ change }) => change !== 'status').map(({ accountId }) => accountId)),
          ),
        ),
        await approvalEvents.follow(database, (items) => {
          for (const { deviceId, ownerId } of items)
            commandsIn.asksChanged(deviceId).catch((error: unknown) => failed(error, ownerId))
        }),
        mqttAccess.spaces?.onOpened((space) => {
          const runner = open(ownPlaceOf(space))
          space.onClosed(() => close(runner))
        }) ?? (() => {}),
      )
    },
    stop() {
      for (const end of unfollow.splice(0)) end()
      for (const runner of [...runners]) close(runner)
    },
  })
}
