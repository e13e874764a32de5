import type { WebhookEvent } from '@senca/contract/webhooks'
import { rightsEvents } from '#features/rights/index.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'
import type { Database } from '#platform/postgres/database.ts'
import { webhookEvents } from './webhook-events.ts'
import type { WatchingWebhook, WebhookStore } from './webhooks.store.ts'

/** An enabled webhook, in memory. */
export interface Watching {
  id: string
  accountId: string
  bridgeId: string
  events: ReadonlySet<WebhookEvent>
  deviceIds: ReadonlySet<string>
}

interface WatchedDevicesOptions {
  store: Pick<WebhookStore, 'listWatching'>
  database: Pick<Database, 'follow'>
  whenDue: WhenDue
  /** Called with the webhooks of an account, or of all accounts, after they were read. */
  changed(webhooks: readonly Watching[]): void
  failed(error: unknown): void
}

/** Keeps in memory which webhooks are notified of which devices, so that an event of any other device costs one lookup in a map. */
export function createWatchedDevices({ store, database, whenDue, changed, failed }: WatchedDevicesOptions) {
  const byDevice = createKeyedSets<Watching>()
  const byAccount = createKeyedSets<Watching>()
  let reading: Promise<void> = Promise.resolve()
  /** Whether a read failed, so that what is in memory may be of another time. */
  let mustReadAll = false
  const undos: (() => void)[] = []

  const drop = (webhook: Watching) => {
    byAccount.delete(webhook.accountId, webhook)
    for (const deviceId of webhook.deviceIds) byDevice.delete(deviceId, webhook)
  }
  const put = ({ events, deviceIds, ...row }: WatchingWebhook): Watching => {
    const webhook = { ...row, events: new Set(events), deviceIds: new Set(deviceIds) }
    byAccount.add(webhook.accountId, webhook)
    for (const deviceId of webhook.deviceIds) byDevice.add(deviceId, webhook)
    return webhook
  }
  const read = async (accountIds: readonly string[] | null): Promise<void> => {
    const rows = await store.listWatching(accountIds)
    const known = accountIds === null ? byAccount.all() : accountIds.flatMap((id) => [...byAccount.of(id)])
    for (const webhook of [...known]) drop(webhook)
    changed(rows.map(put))
  }
  /** Reads one after the other, so that an older result never replaces a newer one. */
  const sync = (accountIds: readonly string[] | null): Promise<void> => {
    reading = reading
      .then(() => read(mustReadAll ? null : accountIds))
      .then(() => {
        mustReadAll = false
      })
      .catch((error: unknown) => {
        mustReadAll = true
        failed(error)
      })
    return reading
  }

  const catchingUp = whenDue({
    kind: 'webhooks in memory',
    isDue: () => mustReadAll,
    run: () => sync(null),
    failed,
  })

  return {
    /** The webhooks that are notified of an event at a device. */
    of: (deviceId: string, event: WebhookEvent): Watching[] =>
      [...byDevice.of(deviceId)].filter(({ events }) => events.has(event)),
    /** The webhooks of an account that are notified of an event. */
    ofAccount: (accountId: string, event: WebhookEvent): Watching[] =>
      [...byAccount.of(accountId)].filter(({ events }) => events.has(event)),
    all: (): Watching[] => [...byAccount.all()],

    async start() {
      undos.push(
        await webhookEvents.follow(
          database,
          (accountIds) => sync([...new Set(accountIds)]),
          () => void sync(null),
        ),
        // What a connected app may see has changed. Accounts without webhooks are not read.
        await rightsEvents.follow(database, (homes) => {
          const concerned = [...new Set(homes)].filter((home) => byAccount.of(home).size > 0)
          if (concerned.length > 0) void sync(concerned)
        }),
      )
      await sync(null)
    },
    async stop() {
      for (const undo of undos.splice(0)) undo()
      await catchingUp.stop()
      await reading
    },
  }
}

export type WatchedDevices = ReturnType<typeof createWatchedDevices>
