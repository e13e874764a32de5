import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '@senca/contract/webhooks'
import type { Device, DeviceService, Shadow, Shadows } from '#features/devices/index.ts'
import type { Actor, BridgeActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { NewDelivery } from './deliveries.store.ts'
import { bodyOf, infosFor } from './event-recorder.ts'
import type { WatchedDevices, Watching } from './watched-devices.ts'
import type { HoldMark, WebhookStore } from './webhooks.store.ts'

const RETRY_MS = 1_000
const HOLD_EVENTS = ['device.held', 'device.released'] as const satisfies WebhookEvent[]

interface HoldWatchOptions {
  watched: Pick<WatchedDevices, 'of'>
  store: Pick<WebhookStore, 'listHolds' | 'markHold'>
  database: Pick<Database, 'db'>
  holds: {
    isWatched(deviceId: string): boolean
    isHeld(actor: Actor, device: Device, shadow: Shadow): boolean
  }
  shadows: Pick<Shadows, 'get'>
  /** Loads devices with their shadows. */
  lookup(ids: readonly string[]): Promise<Device[]>
  bridges: { find(id: string): Promise<BridgeActor | null> }
  devices: Pick<DeviceService, 'info'>
  insert(queries: Queries, deliveries: readonly NewDelivery[]): Promise<void>
  due(accountIds: readonly string[]): void
  clock: Clock
  failed(error: unknown): void
}

/** A webhook and a device whose hold began or ended since the webhook was notified. */
interface Change {
  webhook: Watching
  deviceId: string
  isHeld: boolean
}

/**
 * Notifies webhooks when holds begin and end. Every instance knows the holds, so a row for each webhook and held device says what it was
 * notified of: one instance changes the row, in the transaction that adds the delivery. What changed while no server ran is sent at the start.
 */
export function createHoldWatch(options: HoldWatchOptions) {
  const { watched, store, database, holds, shadows, lookup, insert, due, clock, failed } = options
  const asked = new Set<string>()
  let checked: Promise<void> = Promise.resolve()

  const webhooksOf = (deviceId: string): Watching[] => [
    ...new Set(HOLD_EVENTS.flatMap((event) => watched.of(deviceId, event))),
  ]

  const heldAmong = async (deviceIds: readonly string[]): Promise<Set<string>> => {
    const candidates = deviceIds.filter(holds.isWatched)
    const found = candidates.length === 0 ? [] : await lookup(candidates)
    const isHeld = (device: Device) => {
      if (device.ownerId === null) return false
      const owner = { kind: 'account', accountId: device.ownerId, sessionId: '' } as const
      return holds.isHeld(owner, device, shadows.get(device.id))
    }
    return new Set(found.filter(isHeld).map(({ id }) => id))
  }

  /** Writes a change unless another instance has, and notifies the webhook if it wants this event and its app may see the device. */
  const write = async (
    queries: Queries,
    { webhook, deviceId, isHeld }: Change,
    info: object | null,
  ): Promise<void> => {
    if (!(await store.markHold(queries, { webhookId: webhook.id, deviceId }, isHeld))) return
    const event = isHeld ? 'device.held' : 'device.released'
    if (info === null || !webhook.events.has(event)) return
    const at = clock.now()
    const deviceIds = [deviceId]
    await insert(queries, [
      { id: randomUUID(), webhookId: webhook.id, event, deviceIds, body: bodyOf(event, at, info), at },
    ])
  }

  const checkAll = async (deviceIds: readonly string[]): Promise<void> => {
    const pairs = deviceIds.flatMap((deviceId) =>
      webhooksOf(deviceId).map((webhook) => ({ webhook, deviceId })),
    )
    if (pairs.length === 0) return
    const marks = await store.listHolds([...new Set(pairs.map(({ webhook }) => webhook.id))])
    const keyOf = ({ webhookId, deviceId }: HoldMark) => `${webhookId} ${deviceId}`
    const marked = new Set(marks.map(keyOf))
    const held = await heldAmong(deviceIds)
    const changes = pairs.flatMap(({ webhook, deviceId }): Change[] => {
      const isHeld = held.has(deviceId)
      return marked.has(keyOf({ webhookId: webhook.id, deviceId })) === isHeld
        ? []
        : [{ webhook, deviceId, isHeld }]
    })
    if (changes.length === 0) return
    const infoOf = await infosFor(options, changes)
    for (const change of changes)
      await database.db.transaction((queries) =>
        write(queries, change, infoOf(change.webhook, change.deviceId)),
      )
    due([...new Set(changes.map(({ webhook }) => webhook.accountId))])
  }

  const check = async (): Promise<void> => {
    const deviceIds = [...asked]
    asked.clear()
    try {
      await checkAll(deviceIds)
    } catch (error) {
      failed(error)
      for (const id of deviceIds) asked.add(id)
      clock.after(RETRY_MS, checking.request)
    }
  }
  const checking = createCoalescedTask(() => {
    checked = check()
    return checked
  })

  const ask = (deviceIds: Iterable<string>) => {
    for (const id of deviceIds) if (webhooksOf(id).length > 0) asked.add(id)
    if (asked.size > 0) checking.request()
  }

  return {
    /** Compares devices with what their webhooks were notified of. */
    check: ask,
    /** The same for webhooks that are new or changed. What they are no longer notified of is forgotten. */
    async follow(webhooks: readonly Watching[]): Promise<void> {
      const concerned = webhooks.filter(({ events }) => HOLD_EVENTS.some((event) => events.has(event)))
      const byId = new Map(concerned.map((webhook) => [webhook.id, webhook]))
      try {
        const marks = await store.listHolds([...byId.keys()])
        for (const mark of marks)
          if (byId.get(mark.webhookId)?.deviceIds.has(mark.deviceId) === false)
            await store.markHold(database.db, mark, false)
      } catch (error) {
        failed(error)
      }
      ask(concerned.flatMap(({ deviceIds }) => [...deviceIds]))
    },
    async stop() {
      checking.stop()
      await checked
    },
  }
}
