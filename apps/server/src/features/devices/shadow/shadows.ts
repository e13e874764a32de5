import { randomUUID } from 'node:crypto'
import {
  CAPABILITIES,
  countsSchema,
  DEVICE_STATUSES,
  deviceSettingsSchema,
  reportedFieldsSchema,
  targetSchema,
} from '@senca/contract'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import { isPermanentError } from '#platform/postgres/permanent-errors.ts'
import { emptyShadow, nextShadow, type Shadow, type ShadowEvent } from './shadow.ts'
import type { ShadowStore } from './shadows.store.ts'
import { createWriteBehind } from './write-behind.ts'

const PROVISIONED_TOPIC = 'devices.provisioned'
const deviceTopicOf = (deviceId: string) => `device.${deviceId}`

const eventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connection'),
    endpoint: z.string(),
    order: z.optional(countsSchema),
    connected: z.boolean(),
    at: z.number(),
    session: z.optional(z.number()),
  }),
  z.object({
    kind: z.literal('report'),
    endpoint: z.string(),
    order: z.optional(countsSchema),
    state: z.extend(reportedFieldsSchema, {
      status: z.optional(z.enum(DEVICE_STATUSES)),
      settings: z.optional(deviceSettingsSchema),
    }),
    at: z.number(),
    countsBeginAgain: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('capabilities'),
    endpoint: z.string(),
    capabilities: z.nullable(z.array(z.enum(CAPABILITIES))),
  }),
  z.object({ kind: z.literal('target'), target: targetSchema, sentAt: countsSchema }),
  z.object({ kind: z.literal('status'), factoryReset: z.boolean() }),
  z.object({ kind: z.literal('claimed'), isHandedOver: z.boolean() }),
  z.object({ kind: z.literal(['forgotten', 'transferred']) }),
  z.object({ kind: z.literal('settings'), settings: deviceSettingsSchema }),
  z.object({ kind: z.literal('rowVersionRaised'), generation: z.int() }),
])
const noticeSchema = z.object({ origin: z.string(), event: eventSchema })
const provisionedSchema = z.array(z.string())

/** A change of a shadow: before and after, and what caused it. */
export interface ShadowChange {
  before: Shadow
  shadow: Shadow
  event: ShadowEvent
  /** Whether this instance took it in; of all instances one. */
  isIngested: boolean
}

type Listener = (change: ShadowChange) => void

interface ShadowsOptions {
  store: Pick<ShadowStore, 'readAll' | 'write'>
  bus: EventBus
  clock: Clock
  failed(error: unknown): void
  /** The shadow of a device cannot be written as it is. */
  dropped(error: unknown, deviceId: string): void
  /** A listener threw; the others have been called all the same. */
  listenerFailed(error: unknown, deviceId: string): void
}

/**
 * The shadows of all devices, in memory. The instance that ingests a report applies it and publishes it on the
 * device's topic; all others apply what they receive. The one that ingests also writes behind.
 */
export function createShadows(options: ShadowsOptions) {
  const { store, bus, clock, failed, dropped, listenerFailed } = options
  const origin = randomUUID()
  const shadowById = new Map<string, Shadow>()
  const listeners = new Set<Listener>()
  const listenersById = new Map<string, Set<Listener>>()
  const undos: (() => void)[] = []
  const behind = createWriteBehind({
    clock,
    read: (deviceId) => shadowById.get(deviceId),
    write: store.write,
    isPermanentError,
    failed,
    dropped,
  })

  const call = (listener: Listener, change: ShadowChange) => {
    try {
      listener(change)
    } catch (error) {
      listenerFailed(error, change.shadow.deviceId)
    }
  }

  const apply = (deviceId: string, event: ShadowEvent, isIngested: boolean): boolean => {
    const before = shadowById.get(deviceId)
    const shadow = before === undefined ? null : nextShadow(before, event)
    if (before === undefined || shadow === null) return false
    shadowById.set(deviceId, shadow)
    const change = { before, shadow, event, isIngested }
    for (const listener of listeners) call(listener, change)
    for (const listener of [...(listenersById.get(deviceId) ?? [])]) call(listener, change)
    return true
  }

  /** What this instance has said itself comes back to it, and needs no reading. */
  const isOwn = (payload: unknown) =>
    typeof payload === 'object' && payload !== null && 'origin' in payload && payload.origin === origin

  const add = (shadow: Shadow) => {
    if (shadowById.has(shadow.deviceId)) return
    shadowById.set(shadow.deviceId, shadow)
    const undo = bus.subscribe(deviceTopicOf(shadow.deviceId), (payload) => {
      if (isOwn(payload)) return
      const notice = noticeSchema.safeParse(payload)
      if (notice.success) apply(shadow.deviceId, notice.data.event, false)
    })
    undos.push(undo)
  }

  const addNew = (payload: unknown) => {
    const ids = provisionedSchema.safeParse(payload)
    if (ids.success) for (const id of ids.data) add(emptyShadow(id))
  }

  /** Applies an event here and on every other instance; answers whether it changed anything. */
  const record = (deviceId: string, event: ShadowEvent): boolean => {
    const isChanged = apply(deviceId, event, true)
    if (!isChanged) return false
    if (event.kind !== 'target') behind.mark(deviceId)
    bus.publish(deviceTopicOf(deviceId), { origin, event })
    return true
  }

  return {
    async start() {
      undos.push(bus.subscribe(PROVISIONED_TOPIC, addNew))
      for await (const shadow of store.readAll()) add(shadow)
      behind.start()
    },
    async stop() {
      for (const undo of undos.splice(0)) undo()
      await behind.stop()
    },
    /** The shadow of a device; an empty one where nothing is known of it. */
    get: (deviceId: string): Shadow => shadowById.get(deviceId) ?? emptyShadow(deviceId),
    /** Makes room for devices that are new, on every instance. */
    provisioned(deviceIds: readonly string[]) {
      addNew(deviceIds)
      bus.publish(PROVISIONED_TOPIC, deviceIds)
    },
    record,
    /** The registry has written rows of shadows, and committed them; call it after what else it means is recorded. */
    rowVersionsRaised(rows: readonly { id: string; generation: number }[]) {
      for (const { id, generation } of rows) record(id, { kind: 'rowVersionRaised', generation })
    },
    onChange(listener: Listener): () => void {
      // A fresh function per subscription, so that one listener may subscribe twice.
      const own: Listener = (change) => listener(change)
      listeners.add(own)
      return () => listeners.delete(own)
    },
    onChangeOf(deviceId: string, listener: Listener): () => void {
      const own: Listener = (change) => listener(change)
      const ofDevice = listenersById.get(deviceId) ?? new Set()
      listenersById.set(deviceId, ofDevice.add(own))
      return () => {
        ofDevice.delete(own)
        if (ofDevice.size === 0 && listenersById.get(deviceId) === ofDevice) listenersById.delete(deviceId)
      }
    },
    countUnwritten: behind.count,
    countConnected(): number {
      let count = 0
      for (const { connected } of shadowById.values()) if (connected) count += 1
      return count
    },
  }
}

export type Shadows = ReturnType<typeof createShadows>
