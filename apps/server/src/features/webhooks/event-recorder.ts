import { randomUUID } from 'node:crypto'
import { type DeviceInfo, LIMITS } from '@senca/contract'
import type { WebhookEvent } from '@senca/contract/webhooks'
import type { FailedActivity } from '#features/activity/index.ts'
import {
  type DeviceService,
  leavesHome,
  type Shadow,
  type ShadowChange,
  sharedState,
  stateOf,
} from '#features/devices/index.ts'
import { type BridgeActor, grantOf } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import type { NewDelivery } from './deliveries.store.ts'
import { eventsOfChange } from './device-changes.ts'
import { createEventPace } from './event-pace.ts'
import type { WatchedDevices, Watching } from './watched-devices.ts'

/** Events of devices that could not be written yet. Older ones are lost. */
const WAITING_MAX = 10_000
const RETRY_MS = 1_000

/** Something that happened at a device. */
interface Occurrence {
  event: WebhookEvent
  deviceId: string
  at: Date
  /** The device at that moment; absent for now. */
  shadow?: Shadow
  /** The data of the event besides the device. */
  more?: object
}

/** The body of a delivery; without what is long if it would be too long [BR54]. */
export function bodyOf(event: string, at: Date, data: object, more: object = {}): string {
  const textOf = (shown: object) =>
    JSON.stringify({ type: event, timestamp: at.toISOString(), data: shown, ...more })
  const whole = textOf(data)
  if (Buffer.byteLength(whole) <= LIMITS.WEBHOOK_BODY_MAX_BYTES) return whole
  return textOf({ ...data, settings: {}, sun: undefined, results: undefined })
}

interface EventRecorderOptions {
  watched: Pick<WatchedDevices, 'of'>
  bridges: { find(id: string): Promise<BridgeActor | null> }
  devices: Pick<DeviceService, 'info'>
  insert(deliveries: readonly NewDelivery[]): Promise<void>
  /** Called with accounts that have something to send. */
  due(accountIds: readonly string[]): void
  clock: Clock
  failed(error: unknown): void
}

/** The infos of devices for the connected apps of webhooks, read once for all of them. Absent for what an app may not see now. */
export async function infosFor(
  { bridges, devices }: Pick<EventRecorderOptions, 'bridges' | 'devices'>,
  wanted: readonly { webhook: Watching; deviceId: string }[],
) {
  const idsByBridge = new Map<string, Set<string>>()
  for (const { webhook, deviceId } of wanted)
    idsByBridge.set(webhook.bridgeId, (idsByBridge.get(webhook.bridgeId) ?? new Set<string>()).add(deviceId))
  const seen = new Map<string, { bridge: BridgeActor; infos: Record<string, DeviceInfo> }>()
  for (const [bridgeId, ids] of idsByBridge) {
    const bridge = await bridges.find(bridgeId)
    if (bridge !== null) seen.set(bridgeId, { bridge, infos: await devices.info(bridge, [...ids]) })
  }
  return ({ bridgeId }: Watching, deviceId: string, shadow?: Shadow): DeviceInfo | null => {
    const known = seen.get(bridgeId)
    const info = known?.infos[deviceId]
    if (known === undefined || info === undefined) return null
    if (shadow === undefined) return info
    const grant = grantOf(known.bridge, deviceId)
    const state = stateOf(shadow)
    return {
      ...info,
      connected: shadow.connected,
      ...shadow.counts,
      state: grant === undefined ? state : sharedState(state, grant, known.bridge),
    }
  }
}

/** Writes what happens at devices as deliveries to the webhooks that are notified of it. */
export function createEventRecorder(options: EventRecorderOptions) {
  const { watched, insert, due, clock, failed } = options
  let occurrences: Occurrence[] = []
  let written: Promise<void> = Promise.resolve()

  const writeAll = async (batch: readonly Occurrence[]): Promise<void> => {
    const concerned = batch.flatMap((occurrence) =>
      watched.of(occurrence.deviceId, occurrence.event).map((webhook) => ({ ...occurrence, webhook })),
    )
    if (concerned.length === 0) return
    const infoOf = await infosFor(options, concerned)
    const made = concerned.flatMap(({ webhook, event, deviceId, at, shadow, more }) => {
      const info = infoOf(webhook, deviceId, shadow)
      if (info === null) return []
      const body = bodyOf(event, at, { ...info, ...more })
      return {
        accountId: webhook.accountId,
        id: randomUUID(),
        webhookId: webhook.id,
        event,
        deviceIds: [deviceId],
        body,
        at,
      }
    })
    await insert(made.map(({ accountId: _of, ...delivery }) => delivery))
    due([...new Set(made.map(({ accountId }) => accountId))])
  }
  const write = async (): Promise<void> => {
    const batch = occurrences
    occurrences = []
    try {
      await writeAll(batch)
    } catch (error) {
      failed(error)
      occurrences = [...batch, ...occurrences].slice(-WAITING_MAX)
      clock.after(RETRY_MS, writing.request)
    }
  }
  const writing = createCoalescedTask(() => {
    written = write()
    return written
  })
  const happened = (occurrence: Occurrence) => {
    occurrences.push(occurrence)
    if (occurrences.length > WAITING_MAX) occurrences.shift()
    writing.request()
  }
  const pace = createEventPace<Occurrence>(clock, happened)

  return {
    /** Handles the changes of devices that this instance ingested. */
    changed(change: ShadowChange) {
      const { shadow, event } = change
      if (!change.isIngested || leavesHome(event)) return
      const { deviceId } = shadow
      for (const name of eventsOfChange(change)) {
        if (watched.of(deviceId, name).length === 0) continue
        const occurrence = { event: name, deviceId, at: clock.now(), shadow }
        if (name === 'device.state' || name === 'device.connection')
          pace.put(`${name} ${deviceId}`, occurrence)
        else happened(occurrence)
      }
    },

    /** Handles commands that failed, or that nothing confirmed, on this instance. */
    commandEnded({ deviceId, action, result }: FailedActivity) {
      if (watched.of(deviceId, 'command.failed').length === 0) return
      happened({ event: 'command.failed', deviceId, at: clock.now(), more: { command: action, result } })
    },

    /** Resolves when everything is written. */
    async stop() {
      pace.stop()
      writing.stop()
      await written
      await write()
    },
  }
}
