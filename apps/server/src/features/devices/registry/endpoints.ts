import { ENTITY_PARTS } from '@senca/contract/discovery'
import * as z from 'zod/mini'
import { ENTITY_DRIVER } from '#drivers/hardware.ts'
import { createBatchedReads } from '#platform/batched-reads.ts'
import type { EventBus } from '#platform/events/event-bus.ts'

const CHANGED_TOPIC = 'devices.endpoints'

const endpointSchema = z.object({
  /** The name of the driver that speaks the protocol of the endpoint. */
  driver: z.string(),
  /** The address that the driver uses. */
  address: z.string(),
  deviceId: z.string(),
  /** The hardware generation; null if not reported yet. */
  version: z.nullable(z.number()),
  firmware: z.nullable(z.string()),
  /** For hardware of other makers: what it is in its device. */
  part: z.nullable(z.enum(ENTITY_PARTS)),
})
/** An address at which a device is reached. A device has one or more endpoints. */
export type Endpoint = z.infer<typeof endpointSchema>

const noticeSchema = z.array(endpointSchema)

export const endpointKey = ({ driver, address }: Pick<Endpoint, 'driver' | 'address'>): string =>
  `${driver}/${address}`

const READ_AT_ONCE = 500

interface EndpointsOptions {
  store: {
    readOf(deviceIds: readonly string[]): Promise<Endpoint[]>
    readAt(places: readonly Pick<Endpoint, 'driver' | 'address'>[]): Promise<Endpoint[]>
  }
  bus: EventBus
}

/** Maps endpoints to devices, for the devices whose shadows are loaded. */
export function createEndpoints({ store, bus }: EndpointsOptions) {
  const endpointByKey = new Map<string, Endpoint>()
  const keysByDevice = new Map<string, Set<string>>()
  /** For each running read, the keys that changed since it began. */
  const readings = new Set<Set<string>>()
  let unsubscribe = () => {}

  const remove = (key: string) => {
    const before = endpointByKey.get(key)
    if (before === undefined) return
    endpointByKey.delete(key)
    keysByDevice.get(before.deviceId)?.delete(key)
  }

  const keep = (endpoint: Endpoint) => {
    const key = endpointKey(endpoint)
    remove(key)
    const keys = keysByDevice.get(endpoint.deviceId)
    if (keys === undefined) return
    endpointByKey.set(key, endpoint)
    keys.add(key)
  }

  const keepChanged = (endpoints: readonly Endpoint[]) => {
    for (const endpoint of endpoints) {
      keep(endpoint)
      for (const changed of readings) changed.add(endpointKey(endpoint))
    }
  }

  const of = (deviceId: string): Endpoint[] =>
    [...(keysByDevice.get(deviceId) ?? [])].flatMap((key) => endpointByKey.get(key) ?? [])

  const readAt = createBatchedReads<string>(
    async (keys) => {
      const places = keys.map((key) => {
        const [driver = ''] = key.split('/', 1)
        return { driver, address: key.slice(driver.length + 1) }
      })
      const found = await store.readAt(places)
      return new Map(found.map((endpoint) => [endpointKey(endpoint), endpoint.deviceId]))
    },
    { max: READ_AT_ONCE },
  )

  return {
    /** Also undefined if the device is not loaded. */
    find: (driver: string, address: string): Endpoint | undefined =>
      endpointByKey.get(endpointKey({ driver, address })),
    /** The id of the device at an address, also if it is not loaded; undefined if there is none. */
    async deviceAt(driver: string, address: string): Promise<string | undefined> {
      const key = endpointKey({ driver, address })
      return endpointByKey.get(key)?.deviceId ?? readAt(key)
    },
    /** The endpoints of a loaded device. */
    of,
    /** Whether a loaded device is made of hardware of other makers. */
    isOfEntities: (deviceId: string): boolean => of(deviceId).some(({ driver }) => driver === ENTITY_DRIVER),
    /** The hardware generation of a device; null if not reported yet. */
    versionOf: (deviceId: string): number | null =>
      of(deviceId).find(({ version }) => version !== null)?.version ?? null,
    /** The hardware data of the endpoint that reported its generation; null if none did. */
    hardwareOf(deviceId: string): Pick<Endpoint, 'driver' | 'version' | 'firmware'> | null {
      return of(deviceId).find(({ version }) => version !== null) ?? null
    },
    /** Applies written changes of endpoints here and announces them to all instances. */
    changed(endpoints: readonly Endpoint[]) {
      keepChanged(endpoints)
      bus.publish(CHANGED_TOPIC, endpoints)
    },
    /** Resolves when the endpoints of these devices are loaded. */
    async load(deviceIds: readonly string[]): Promise<void> {
      for (const deviceId of deviceIds) if (!keysByDevice.has(deviceId)) keysByDevice.set(deviceId, new Set())
      const changed = new Set<string>()
      readings.add(changed)
      try {
        for (const endpoint of await store.readOf(deviceIds))
          if (!changed.has(endpointKey(endpoint))) keep(endpoint)
      } finally {
        readings.delete(changed)
      }
    },
    drop(deviceId: string) {
      for (const key of keysByDevice.get(deviceId) ?? []) endpointByKey.delete(key)
      keysByDevice.delete(deviceId)
    },
    start() {
      unsubscribe = bus.subscribe(CHANGED_TOPIC, (payload) => {
        const notice = noticeSchema.safeParse(payload)
        if (notice.success) keepChanged(notice.data)
      })
    },
    stop: () => unsubscribe(),
  }
}

export type Endpoints = ReturnType<typeof createEndpoints>
