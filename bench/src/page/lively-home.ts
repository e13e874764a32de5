import { setTimeout as wait } from 'node:timers/promises'
import { DEVICE_TYPES, type DeviceType } from '@senca/contract'
import { Client } from '@senca/e2e/product/client.ts'
import type { Product } from '@senca/e2e/product/product.ts'
import pLimit from 'p-limit'
import { sharedNow } from '../monotonic.ts'
import { type Provisioned, provision } from '../product/homes.ts'
import { createLivelyDevice, type LivelyDevice } from './lively-device.ts'

const CLAIMS_AT_ONCE = 8
const SIGN_INS_AT_ONCE = 50
const TICK_MS = 5
const PING_EVERY_MS = 40_000
/** Of twenty devices, fourteen are shades of all types, four are lights and two are doors. */
const MIX = [...DEVICE_TYPES, 'light', 'light', 'light', ...DEVICE_TYPES.slice(0, 7), 'home_door'] as const

export const ACCOUNT = { email: 'page@example.org', password: 'a-quiet-street-3' } as const

/** Creates an account with devices of all types, in the order in which its home lists them. */
export async function createLivelyHome(product: Product, count: number) {
  const owner = new Client(product.url)
  await owner.register(ACCOUNT.email, ACCOUNT.password)
  const kinds = Array.from({ length: count }, (_, index) => MIX[index % MIX.length] ?? 'roller_shutter')
  const made = new Map<DeviceType, Provisioned[]>()
  for (const kind of new Set(kinds)) {
    made.set(kind, await provision(product.url, kind, kinds.filter((other) => other === kind).length))
  }
  const credentials = kinds.map((kind) => {
    const next = made.get(kind)?.pop()
    if (next === undefined) throw new Error(`there are too few of ${kind}`)
    return { ...next, kind }
  })
  const devices = await pLimit(SIGN_INS_AT_ONCE).map(credentials, async (own, index) => {
    const device = createLivelyDevice(own, own.kind, (index % 50) / 50)
    await device.connect(product.mqtt.host, product.mqtt.port)
    return device
  })
  await pLimit(CLAIMS_AT_ONCE).map(credentials, ({ claimCode }, index) =>
    owner.claim(claimCode, `Device ${index + 1}`),
  )
  const pings = setInterval(() => {
    for (const device of devices) device.ping()
  }, PING_EVERY_MS)
  return {
    devices,
    stop() {
      clearInterval(pings)
      for (const device of devices) device.cut()
    },
  }
}

/**
 * Sends this many reports per second in total, one device after the other in a circle, until the returned function is called;
 * then they rest.
 */
export function startReports(devices: readonly LivelyDevice[], perSecond: number): () => Promise<number> {
  let isOver = false
  const running = (async () => {
    const begun = sharedNow()
    let sent = 0
    while (!isOver) {
      const due = Math.floor(((sharedNow() - begun) * perSecond) / 1_000)
      for (; sent < due; sent += 1) devices[sent % devices.length]?.moveOn()
      await wait(TICK_MS)
    }
    for (const device of devices) device.rest()
    return sent + devices.length
  })()
  return () => {
    isOver = true
    return running
  }
}
