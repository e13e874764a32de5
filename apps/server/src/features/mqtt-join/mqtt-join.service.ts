import { randomBytes, X509Certificate } from 'node:crypto'
import {
  BROKER_FAULTS,
  type BrokerFault,
  JOINED_BROKER_STATUSES,
  type JoinedBroker,
  type MqttJoin,
  type MqttJoinRequest,
} from '@senca/contract/mqtt'
import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import { BrokerUnusable } from '#platform/mqtt/joined/broker-fault.ts'
import type { ConnectBroker, JoinableBroker } from '#platform/mqtt/joined/connect-broker.ts'
import type { JoinedStatus } from '#platform/mqtt/joined/joined-broker.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { Sealing } from '#platform/sealing.ts'
import type { BrokerKeeper } from './broker-keeper.ts'
import { LEASE_MS } from './broker-keeper.ts'
import { type JoinedBrokerRow, type JoinedBrokerStore, removeJoinedBroker } from './joined-brokers.store.ts'

const DEFAULT_PORT = 1_883
const DEFAULT_TLS_PORT = 8_883
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

interface MqttJoinServiceOptions {
  store: JoinedBrokerStore
  keeper: Pick<BrokerKeeper, 'find'>
  /** The id of this instance, if there may be others. */
  instance: string | null
  connect: ConnectBroker
  sealing: Sealing
  database: Pick<Database, 'db'>
  accounts: Pick<AccountService, 'assertConfirmed'>
  activity: Pick<Activity, 'recordSecurityEvent'>
  limits: Pick<LimitService, 'take'>
  clock: Clock
  /** Whether accounts may join brokers at all. */
  isOn: boolean
  filtersOf(discoveryPrefix: string): readonly string[]
  /** How many entities are announced at the broker of an account. */
  entitiesOf(accountId: string): number
}

/** The broker that a person runs and that an account uses beside its own space. Every call is for the owner alone. */
export function createMqttJoinService(options: MqttJoinServiceOptions) {
  const { store, keeper, instance, connect, sealing, database, accounts, activity, limits, clock } = options
  const { isOn, filtersOf, entitiesOf } = options

  const statusOf = (row: JoinedBrokerRow): JoinedStatus =>
    keeper.find(row.accountId)?.status() ?? {
      status: JOINED_BROKER_STATUSES.find((status) => status === row.status) ?? 'connecting',
      since: row.since,
      lastError: BROKER_FAULTS.find((fault) => fault === row.lastError) ?? null,
    }
  const viewOf = (row: JoinedBrokerRow): JoinedBroker => {
    const { host, port, tls, username, discoveryPrefix, accountId } = row
    const { status, since, lastError } = statusOf(row)
    return {
      host,
      port,
      tls,
      username,
      discoveryPrefix,
      status,
      since: since.toISOString(),
      lastError,
      entities: entitiesOf(accountId),
    }
  }
  const record = (
    { accountId }: AccountActor,
    kind: 'mqtt_broker_joined' | 'mqtt_broker_left',
    { host, port }: Pick<JoinedBrokerRow, 'host' | 'port'>,
    caller: Caller,
  ): Promise<void> => activity.recordSecurityEvent({ accountId, kind, detail: `${host}:${port}`, caller })

  /** Throws `broker_unusable`. */
  const tryOnce = async (broker: JoinableBroker): Promise<void> => {
    if (!isOn) throw unusable('not_allowed')
    try {
      const { client } = await connect({
        broker,
        filters: filtersOf(broker.discoveryPrefix),
        version: 5,
        received: () => {},
        tooLarge: () => {},
      })
      await client.end()
    } catch (error) {
      if (error instanceof BrokerUnusable) throw unusable(error.fault)
      throw error
    }
  }

  return {
    /** Joins a broker if it can be used, in place of another one. */
    async join(actor: AccountActor, asked: MqttJoinRequest, caller: Caller): Promise<JoinedBroker> {
      const { accountId } = actor
      await accounts.assertConfirmed(actor)
      await limits.take([LIMIT_RULES.brokerJoinsByAccount, accountId])
      const { host, tls, discoveryPrefix, ca = null, username = null, password = null } = asked
      if (ca !== null && !areCertificates(ca)) throw new ApiError('malformed_request', { key: 'ca' })
      const { port = tls ? DEFAULT_TLS_PORT : DEFAULT_PORT } = asked
      const clientId = `senca-${randomBytes(9).toString('base64url')}`
      const place = { host, port, tls, ca, username, discoveryPrefix, clientId }
      await tryOnce({ ...place, password })
      const now = clock.now()
      const row: JoinedBrokerRow = {
        ...place,
        accountId,
        password: password === null ? null : sealing.seal(password, accountId),
        keeper: instance,
        keptUntil: instance === null ? null : new Date(now.getTime() + LEASE_MS),
        status: 'connecting',
        since: now,
        lastError: null,
        forgotten: {},
      }
      await database.db.transaction((transaction) => store.put(transaction, row))
      await keeper.find(accountId)?.attempted()
      await record(actor, 'mqtt_broker_joined', row, caller)
      return viewOf(row)
    },

    async find({ accountId }: AccountActor): Promise<MqttJoin> {
      const row = isOn ? await store.find(accountId) : null
      return row === null ? {} : viewOf(row)
    },

    /** Does nothing if there is none. */
    async leave(actor: AccountActor, caller: Caller): Promise<void> {
      const left = await database.db.transaction((transaction) =>
        removeJoinedBroker(transaction, actor.accountId),
      )
      if (left !== null) await record(actor, 'mqtt_broker_left', left, caller)
    },
  }
}

export type MqttJoinService = ReturnType<typeof createMqttJoinService>

const unusable = (fault: BrokerFault) => new ApiError('broker_unusable', { detail: fault })

function areCertificates(pem: string): boolean {
  const certificates = pem.match(CERTIFICATE) ?? []
  try {
    return certificates.length > 0 && certificates.every((one) => new X509Certificate(one).subject !== null)
  } catch {
    return false
  }
}
