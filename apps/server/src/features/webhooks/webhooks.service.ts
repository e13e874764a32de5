import { randomUUID } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import {
  type Webhook as ShownWebhook,
  WEBHOOK_OLD_SECRET_MS,
  WEBHOOK_TEST,
  type WebhookCreateRequest,
  type WebhookDelivery,
  type WebhookUpdateRequest,
} from '@senca/contract/webhooks'
import * as z from 'zod/mini'
import type { AccountService } from '#features/accounts/index.ts'
import { type Bridge, WHY_PAUSED } from '#features/bridges/index.ts'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { roleStateOf } from '#features/roles/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { Sealing } from '#platform/sealing.ts'
import type { DeliveryStore, NewDelivery } from './deliveries.store.ts'
import { bodyOf } from './event-recorder.ts'
import { createWebhookSecret } from './signature.ts'
import type { Webhook, WebhookStore } from './webhooks.store.ts'

const DAY_MS = 86_400_000

interface WebhookServiceOptions {
  store: WebhookStore
  deliveries: DeliveryStore
  bridges: { find(id: string): Promise<Bridge | null> }
  accounts: Pick<AccountService, 'assertConfirmed'>
  limits: Pick<LimitService, 'take'>
  database: Pick<Database, 'db'>
  sealing: Sealing
  /** Whether a webhook may have this address. */
  isUrl(url: string): boolean
  /** Announces a change in its transaction. */
  changed(queries: Queries, accountId: string): Promise<void>
  /** Called after a commit with an account that has something to send. */
  due(accountIds: readonly string[]): void
  clock: Clock
}

const idSchema = z.uuid()
const notFound = (key: string) => new ApiError('resource_not_found', { key })
const malformed = (key: string) => new ApiError('malformed_request', { key })
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

const shownOf = (webhook: Webhook): ShownWebhook => ({
  id: webhook.id,
  bridge: webhook.bridgeId,
  url: webhook.url,
  events: webhook.events,
  devices: webhook.devices,
  enabled: webhook.isEnabled,
  problem: webhook.problem,
  createdAt: webhook.createdAt.toISOString(),
  failingSince: webhook.failingSince?.toISOString() ?? null,
})

/** What the makers of connected apps do with webhooks. */
export function createWebhookService(options: WebhookServiceOptions) {
  const { store, deliveries, bridges, accounts, limits, database, sealing, isUrl, changed, due, clock } =
    options

  const findOwn = async (actor: AccountActor, id: string): Promise<Webhook> => {
    await accounts.assertConfirmed(actor)
    const webhook = idSchema.safeParse(id).success ? await store.find(id) : null
    if (webhook === null || webhook.accountId !== actor.accountId) throw notFound('id')
    return webhook
  }

  const findBridge = async ({ accountId }: AccountActor, id: string): Promise<Bridge> => {
    const bridge = idSchema.safeParse(id).success ? await bridges.find(id) : null
    if (bridge === null || bridge.accountId !== accountId) throw notFound('bridge')
    if (bridge.kind !== 'script') throw malformed('bridge')
    return bridge
  }

  const assertUrl = (url: string) => {
    if (!isUrl(url)) throw malformed('url')
  }

  /** A webhook is notified of nothing that its connected app does not have. */
  const assertDevices = (bridge: Bridge, deviceIds: readonly string[] | null | undefined) => {
    const granted = new Set(bridge.devices.map(({ deviceId }) => deviceId))
    const other = deviceIds?.find((id) => !granted.has(id))
    if (other !== undefined) throw new ApiError('device_not_exist', { deviceId: other })
  }

  /** Adds a delivery that a person asked for, unless the connected app is paused or over [BR5]. */
  const queue = async (
    actor: AccountActor,
    { id: webhookId, bridgeId }: Webhook,
    delivery: Omit<NewDelivery, 'id' | 'webhookId' | 'at'>,
  ) => {
    const bridge = await findBridge(actor, bridgeId)
    const state = roleStateOf(bridge, clock.now())
    if (state === 'expired') throw new ApiError('insufficient_permission')
    if (state !== 'active') throw new ApiError('insufficient_permission', { key: WHY_PAUSED[state] })
    await limits.take([LIMIT_RULES.webhookTriesByAccount, actor.accountId])
    const id = randomUUID()
    await database.db.transaction((queries) =>
      deliveries.insert(queries, [{ ...delivery, id, webhookId, at: clock.now() }]),
    )
    due([actor.accountId])
    return { id }
  }

  return {
    /** The webhooks of the actor, in order of creation; never a secret. Throws `account_confirmation_required`. */
    async list(actor: AccountActor): Promise<ShownWebhook[]> {
      await accounts.assertConfirmed(actor)
      return (await store.list(actor.accountId)).map(shownOf)
    },

    /**
     * Throws `account_confirmation_required`, `malformed_request` with key `bridge` or `url`, `resource_not_found` with key `bridge`,
     * `device_not_exist`, `webhooks_limit_exceeded`.
     */
    async create(actor: AccountActor, request: WebhookCreateRequest) {
      await accounts.assertConfirmed(actor)
      const { url, events, devices = null } = request
      const bridge = await findBridge(actor, request.bridge)
      assertUrl(url)
      assertDevices(bridge, devices)
      const { accountId } = actor
      const id = randomUUID()
      const secret = createWebhookSecret()
      await database.db.transaction(async (queries) => {
        if ((await store.count(queries, accountId)) >= LIMITS.WEBHOOKS_PER_ACCOUNT)
          throw new ApiError('webhooks_limit_exceeded')
        await store.insert(queries, {
          id,
          accountId,
          bridgeId: bridge.id,
          url,
          events: unique(events),
          devices: devices === null ? null : unique(devices),
          createdAt: clock.now(),
          secret: sealing.seal(secret, id),
        })
        await changed(queries, accountId)
      })
      return { id, secret }
    },

    /** Changes the given properties. Throws `resource_not_found`, and what `create` throws for them. */
    async update(
      actor: AccountActor,
      { id, enabled, ...change }: WebhookUpdateRequest,
    ): Promise<ShownWebhook> {
      const before = await findOwn(actor, id)
      if (change.url !== undefined) assertUrl(change.url)
      if (change.devices != null) assertDevices(await findBridge(actor, before.bridgeId), change.devices)
      await database.db.transaction(async (queries) => {
        const isThere = await store.update(queries, id, {
          ...(change.url === undefined ? {} : { url: change.url }),
          ...(change.events === undefined ? {} : { events: unique(change.events) }),
          ...(change.devices === undefined
            ? {}
            : { devices: change.devices === null ? null : unique(change.devices) }),
          ...(enabled === undefined || enabled === before.isEnabled ? {} : { isEnabled: enabled }),
        })
        if (!isThere) throw notFound('id')
        await changed(queries, actor.accountId)
      })
      return shownOf(await findOwn(actor, id))
    },

    /** Throws `resource_not_found`. */
    async delete(actor: AccountActor, id: string): Promise<void> {
      await findOwn(actor, id)
      await database.db.transaction(async (queries) => {
        if (!(await store.delete(queries, id))) throw notFound('id')
        await changed(queries, actor.accountId)
      })
    },

    /** A new secret; the one before signs too for 24 hours. Throws `resource_not_found`. */
    async rotate(actor: AccountActor, id: string): Promise<{ secret: string }> {
      await findOwn(actor, id)
      const secret = createWebhookSecret()
      const oldUntil = new Date(clock.now().getTime() + WEBHOOK_OLD_SECRET_MS)
      await database.db.transaction(async (queries) => {
        if (!(await store.rotate(queries, id, sealing.seal(secret, id), oldUntil))) throw notFound('id')
        await changed(queries, actor.accountId)
      })
      return { secret }
    },

    /**
     * Sends a message that is about no device, also to a webhook that is off. Throws `resource_not_found`, `too_many_requests`, and
     * `insufficient_permission` while the connected app is paused or after its end.
     */
    async test(actor: AccountActor, id: string): Promise<{ id: string }> {
      const webhook = await findOwn(actor, id)
      const body = bodyOf(WEBHOOK_TEST, clock.now(), { webhookId: id })
      return queue(actor, webhook, { event: WEBHOOK_TEST, deviceIds: [], body })
    },

    /** The newest deliveries of seven days. Throws `resource_not_found`. */
    async listDeliveries(actor: AccountActor, id: string): Promise<WebhookDelivery[]> {
      await findOwn(actor, id)
      const since = new Date(clock.now().getTime() - LIMITS.WEBHOOK_DELIVERY_DAYS * DAY_MS)
      return (await deliveries.list(id, since)).map(({ at, nextAt, replayOf, ...delivery }) => ({
        ...delivery,
        at: at.toISOString(),
        nextAt: nextAt?.toISOString() ?? null,
        ...(replayOf === null ? {} : { replayOf }),
      }))
    },

    /** Sends what was sent once more, under a new id. Throws like `test`, and `resource_not_found` with key `deliveryId`. */
    async replay(actor: AccountActor, id: string, deliveryId: string): Promise<{ id: string }> {
      const webhook = await findOwn(actor, id)
      const sent = idSchema.safeParse(deliveryId).success ? await deliveries.find(id, deliveryId) : null
      if (sent === null) throw notFound('deliveryId')
      if (!webhook.isEnabled && sent.event !== WEBHOOK_TEST) throw new ApiError('insufficient_permission')
      const body = JSON.stringify({ ...Object(parseJson(sent.body)), replayOf: deliveryId })
      return queue(actor, webhook, { ...sent, body, replayOf: deliveryId })
    },
  }
}

export type WebhookService = ReturnType<typeof createWebhookService>
