import type { BridgeBroker, BridgePart } from '@senca/contract/bridges'
import type { BridgeKindRules } from '#features/bridges/index.ts'
import {
  endLoginOfBridge,
  type MqttAccess,
  putLoginOfBridge,
  removeLoginsOfBridge,
} from '#features/mqtt-access/index.ts'
import type { MqttJoining } from '#features/mqtt-join/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { Collect } from './collect.ts'
import type { HomeAssistantStore } from './home-assistant.store.ts'
import { partsOf } from './parts.ts'

const DISCOVERY_PREFIX = 'homeassistant'

interface HomeAssistantServiceOptions {
  store: HomeAssistantStore
  collect: Collect
  mqttAccess: Pick<MqttAccess, 'newLogin' | 'lastUseOf' | 'isBridgeConnected' | 'spaces'>
  mqttJoin: Pick<MqttJoining, 'find' | 'statusOf'>
  clock: Pick<Clock, 'now'>
}

/** Bridges to Home Assistant and openHAB, for their makers [BR32]. */
export function createHomeAssistantService(options: HomeAssistantServiceOptions): BridgeKindRules {
  const { store, collect, mqttAccess, mqttJoin, clock } = options

  const brokerOf = async ({ id }: { id: string }, queries?: Queries): Promise<BridgeBroker> =>
    (await store.find(id, queries))?.broker ?? 'own'

  const hasSpaces = mqttAccess.spaces !== undefined

  return {
    /** Throws `data_missing`, `broker_unusable`, `bridges_limit_exceeded`. */
    async check({ accountId }, { broker, alexa }) {
      if (alexa !== undefined) throw new ApiError('malformed_request', { key: 'options' })
      if (broker === undefined) throw new ApiError('data_missing', { key: 'options' })
      const isThere = broker === 'own' ? hasSpaces : (await mqttJoin.statusOf(accountId)) !== null
      if (!isThere) throw new ApiError('broker_unusable', { key: 'options', detail: 'not_allowed' })
      if ((await store.findAt(accountId, broker)) !== null)
        throw new ApiError('bridges_limit_exceeded', { key: 'options' })
    },

    async made(queries, { id: bridgeId, accountId, name, validBefore, createdAt }, { options }) {
      const { broker = 'own' } = options
      if (!(await store.insert(queries, { bridgeId, accountId, broker })))
        throw new ApiError('bridges_limit_exceeded', { key: 'options' })
      // Home Assistant has a login of the person at a broker that the person runs.
      if (broker === 'joined') return undefined
      const { shown, row } = mqttAccess.newLogin(accountId, name)
      await putLoginOfBridge(queries, { ...row, bridgeId, createdAt, validUntil: validBefore }, null)
      return shown
    },

    async changed(queries, { id, validBefore }) {
      await endLoginOfBridge(queries, id, validBefore)
    },

    /** Throws `broker_unusable` for a bridge at a joined broker, which has no secret. */
    async renewed(queries, { id: bridgeId, accountId, name, validBefore }, { oldUntil }) {
      if ((await brokerOf({ id: bridgeId }, queries)) === 'joined')
        throw new ApiError('broker_unusable', { key: 'id', detail: 'not_allowed' })
      const { shown, row } = mqttAccess.newLogin(accountId, name)
      const login = { ...row, bridgeId, createdAt: clock.now(), validUntil: validBefore }
      await putLoginOfBridge(queries, login, oldUntil)
      return shown
    },

    async deleting(queries, { id: bridgeId, accountId }) {
      await removeLoginsOfBridge(queries, bridgeId)
      if ((await brokerOf({ id: bridgeId }, queries)) === 'joined')
        await store.insertLeftover(queries, { bridgeId, accountId })
    },

    async shown({ id, accountId }) {
      const broker = await brokerOf({ id })
      if (broker === 'own') {
        const lastUsedAt = await mqttAccess.lastUseOf(id)
        const isOnline = mqttAccess.isBridgeConnected(accountId, id)
        const connection = isOnline ? 'online' : lastUsedAt === null ? 'waiting' : 'offline'
        return { connection, problem: hasSpaces ? null : 'broker_unusable', lastUsedAt, options: { broker } }
      }
      const status = (await mqttJoin.statusOf(accountId))?.status ?? null
      return {
        connection: status === 'connected' ? 'online' : 'offline',
        problem: status === 'connected' || status === 'connecting' ? null : 'broker_unusable',
        lastUsedAt: null,
        options: { broker },
      }
    },

    async parts({ id, accountId }): Promise<BridgePart[]> {
      const broker = await brokerOf({ id })
      const prefix = mqttJoin.find(accountId)?.discoveryPrefix
      const place = broker === 'own' ? DISCOVERY_PREFIX : (prefix ?? DISCOVERY_PREFIX)
      const collected = await collect({ bridgeId: id, accountId, broker }, place)
      return collected === null ? [] : partsOf(collected)
    },

    // Everybody who may read at a joined broker would read the PIN [BR32].
    mayHavePin: async ({ id }) => (await brokerOf({ id })) === 'own',
  }
}
