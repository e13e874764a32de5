import * as z from 'zod/mini'
import type { EventBus } from '#platform/events/event-bus.ts'

const CHANGED_TOPIC = 'devices.endpoints'

const endpointSchema = z.object({
  /** The name of the driver that speaks its protocol. */
  driver: z.string(),
  /** How that driver names it. */
  address: z.string(),
  deviceId: z.string(),
  /** The generation of the hardware; null before it told. */
  version: z.nullable(z.number()),
  firmware: z.nullable(z.string()),
})
/** Where a device is reached: a device has one or several, and keeps its id when its hardware is replaced. */
export type Endpoint = z.infer<typeof endpointSchema>

const noticeSchema = z.array(endpointSchema)

export const endpointKey = ({ driver, address }: Pick<Endpoint, 'driver' | 'address'>): string =>
  `${driver}/${address}`

interface EndpointsOptions {
  store: { readAll(): AsyncIterable<Endpoint> }
  bus: EventBus
}

/** Which endpoint is whose, on every instance. */
export function createEndpoints({ store, bus }: EndpointsOptions) {
  const endpointByKey = new Map<string, Endpoint>()
  const keysByDevice = new Map<string, Set<string>>()
  let unsubscribe = () => {}

  const keep = (endpoint: Endpoint) => {
    const key = endpointKey(endpoint)
    const before = endpointByKey.get(key)
    if (before !== undefined) keysByDevice.get(before.deviceId)?.delete(key)
    endpointByKey.set(key, endpoint)
    const keys = keysByDevice.get(endpoint.deviceId) ?? new Set()
    keysByDevice.set(endpoint.deviceId, keys.add(key))
  }

  const of = (deviceId: string): Endpoint[] =>
    [...(keysByDevice.get(deviceId) ?? [])].flatMap((key) => endpointByKey.get(key) ?? [])

  return {
    find: (driver: string, address: string): Endpoint | undefined =>
      endpointByKey.get(endpointKey({ driver, address })),
    of,
    /** The generation of a device's hardware; null before it told. */
    versionOf: (deviceId: string): number | null =>
      of(deviceId).find(({ version }) => version !== null)?.version ?? null,
    /** What it runs, of the endpoint that told; null where none did. */
    hardwareOf(deviceId: string): Pick<Endpoint, 'driver' | 'version' | 'firmware'> | null {
      return of(deviceId).find(({ version }) => version !== null) ?? null
    },
    /** New endpoints, or what was written of them: known here at once, and to all instances. */
    changed(endpoints: readonly Endpoint[]) {
      for (const endpoint of endpoints) keep(endpoint)
      bus.publish(CHANGED_TOPIC, endpoints)
    },
    async start() {
      unsubscribe = bus.subscribe(CHANGED_TOPIC, (payload) => {
        const notice = noticeSchema.safeParse(payload)
        if (notice.success) for (const endpoint of notice.data) keep(endpoint)
      })
      for await (const endpoint of store.readAll())
        if (!endpointByKey.has(endpointKey(endpoint))) keep(endpoint)
    },
    stop: () => unsubscribe(),
  }
}

export type Endpoints = ReturnType<typeof createEndpoints>
