import { LIMITS } from '@senca/contract'
import type { SecurityEventKind } from '@senca/contract/account'
import type { MqttCredentials, MqttLogin, MqttStatus } from '@senca/contract/mqtt'
import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { HomeLogins } from '#platform/mqtt/broker.ts'
import type { SpaceConnection, Spaces } from '#platform/mqtt/spaces.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createCredentials, hashMqttPassword } from './credentials.ts'
import type { LoginMails } from './login-mails.ts'
import type { LoginRow, LoginStore } from './logins.store.ts'
import type { RetainedStore } from './retained.store.ts'
import type { SpaceNotices } from './space-notices.ts'

const DISCOVERY_PREFIX = 'homeassistant'

/** What hardware needs to reach the broker. */
export type MqttPlace = Pick<MqttCredentials, 'host' | 'port' | 'tls' | 'tlsPort'> & {
  /** The prefix that has to be typed before the topics of an account; empty if the broker adds it. */
  topicPrefixOf(accountId: string): string
}

interface MqttAccessServiceOptions {
  store: LoginStore
  retained: Pick<RetainedStore, 'usageOf'>
  notices: Pick<SpaceNotices, 'list'>
  mails: Pick<LoginMails, 'created'>
  database: Pick<Database, 'db'>
  accounts: Pick<AccountService, 'assertConfirmed'>
  activity: Pick<Activity, 'recordSecurityEvent'>
  limits: Pick<LimitService, 'take'>
  clock: Clock
  /** Undefined for an external broker. */
  spaces: Pick<Spaces, 'connectionsOf' | 'retainedOf'> | undefined
  /** Logins that are written to the external broker; undefined if the broker asks us, or is embedded. */
  brokerLogins: HomeLogins | undefined
  place(): MqttPlace
  /** How many entities of an account are listed. */
  entitiesOf(accountId: string): number
}

/** The logins of an account to its MQTT space, and what happens there. Every call is for the owner alone. */
export function createMqttAccessService(options: MqttAccessServiceOptions) {
  const { store, retained, notices, mails, database, accounts, activity, limits, clock } = options
  const { spaces, brokerLogins, place, entitiesOf } = options

  const connectionsOf = (accountId: string): SpaceConnection[] => spaces?.connectionsOf(accountId) ?? []

  const record = (
    { accountId }: AccountActor,
    kind: SecurityEventKind,
    detail: string,
    caller: Caller,
  ): Promise<void> => activity.recordSecurityEvent({ accountId, kind, detail, caller })

  const loginOf = ({ name, username, createdAt, lastUsedAt }: LoginRow, connections: number): MqttLogin => ({
    name,
    username,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    connections,
  })

  /** A new login, with what hardware needs to use it. */
  const newLogin = (accountId: string, name: string) => {
    const { username, password } = createCredentials()
    const { topicPrefixOf, ...address } = place()
    const topicPrefix = topicPrefixOf(accountId)
    const shown: MqttCredentials = {
      name,
      ...address,
      username,
      password,
      topicPrefix,
      discoveryPrefix: DISCOVERY_PREFIX,
    }
    return { shown, row: { accountId, name, username, passwordHash: hashMqttPassword(password) } }
  }

  return {
    newLogin,

    /** Creates a login, or replaces the one of this name. Throws `mqtt_credentials_limit_exceeded`. */
    async create(actor: AccountActor, name: string, caller: Caller): Promise<MqttCredentials> {
      const { accountId } = actor
      await accounts.assertConfirmed(actor)
      await limits.take([LIMIT_RULES.mqttLoginsByAccount, accountId])
      const { shown, row } = newLogin(accountId, name)
      const { username, password, topicPrefix } = shown
      // A login at the broker without a row here may do nothing that its owner does not know of: nobody knows its password.
      await brokerLogins?.set({ username, password, topicPrefix })
      const put = await database.db.transaction(async (transaction) => {
        const result = await store.put(transaction, { ...row, createdAt: clock.now() })
        if (result !== 'too many') await mails.created(transaction, actor, name)
        return result
      })
      if (put === 'too many') {
        await brokerLogins?.remove([username])
        throw new ApiError('mqtt_credentials_limit_exceeded', { key: 'name' })
      }
      await record(actor, put === 'created' ? 'mqtt_login_created' : 'mqtt_login_replaced', name, caller)
      return shown
    },

    async list({ accountId }: AccountActor): Promise<MqttLogin[]> {
      const open = connectionsOf(accountId)
      return (await store.list(accountId)).map((login) =>
        loginOf(login, open.filter(({ name, bridgeId }) => bridgeId === null && name === login.name).length),
      )
    },

    /** Throws `resource_not_found`. */
    async remove(actor: AccountActor, name: string, caller: Caller): Promise<void> {
      const removed = await database.db.transaction((transaction) =>
        store.remove(transaction, actor.accountId, name),
      )
      if (removed === null) throw new ApiError('resource_not_found', { key: 'name' })
      await record(actor, 'mqtt_login_deleted', name, caller)
    },

    async status({ accountId }: AccountActor): Promise<MqttStatus> {
      const open = connectionsOf(accountId)
      const kept = spaces?.retainedOf(accountId) ?? (await retained.usageOf(accountId))
      return {
        limits: {
          connections: LIMITS.MQTT_CONNECTIONS_PER_ACCOUNT,
          retained: LIMITS.MQTT_RETAINED_PER_ACCOUNT,
          retainedBytes: LIMITS.MQTT_RETAINED_BYTES_PER_ACCOUNT,
          entities: LIMITS.MQTT_ENTITIES_PER_ACCOUNT,
        },
        usage: {
          connections: open.length,
          retained: kept.count,
          retainedBytes: kept.bytes,
          entities: entitiesOf(accountId),
        },
        connections: open.map(({ name, clientId, since }) => ({
          name,
          clientId,
          since: since.toISOString(),
        })),
        notices: notices.list(accountId),
      }
    },
  }
}

export type MqttAccessService = ReturnType<typeof createMqttAccessService>
