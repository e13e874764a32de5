import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import { sharedNow } from '../monotonic.ts'
import { createFakeDevice, type FakeDevice } from './fake-device.ts'
import { type Order, type OutcomeOf, orderSchema } from './fake-devices-orders.ts'

const TICK_MS = 5
const RETRY_MS = 500
/** After a lost connection a device retries this many times, as hardware does. */
const TRIES_AFTER_LOSS = 8
const PING_EVERY_MS = 40_000

// The process of the fake devices: executes the orders of its parent one after the other and answers each.
const deviceById = new Map<string, FakeDevice>()

setInterval(() => {
  for (const device of deviceById.values()) device.ping()
}, PING_EVERY_MS)

process.on('message', (message) => {
  carryOut(orderSchema.parse(message)).then(
    (outcome) => process.send?.({ ok: true, outcome }),
    (error: unknown) => process.send?.({ ok: false, reason: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ started: true })

let failingEvery: number | null = null
let upgrades = 0
const doesFail = (): boolean => {
  upgrades += 1
  return failingEvery !== null && upgrades % failingEvery === 0
}

const named = (ids: readonly string[]) => ids.flatMap((id) => deviceById.get(id) ?? [])

async function carryOut(order: Order): Promise<OutcomeOf[Order['do']]> {
  switch (order.do) {
    case 'connect': {
      const added = order.devices.map((credentials) => createFakeDevice(credentials, order.dialect, doesFail))
      for (const device of added) deviceById.set(device.id, device)
      return connectAll(added, order)
    }
    case 'reconnect': {
      const devices = named(order.ids)
      for (const device of devices) device.cut()
      return connectAll(devices, order, TRIES_AFTER_LOSS)
    }
    case 'report':
      return reportAll(named(order.ids), order)
    case 'failUpgrades':
      failingEvery = order.every
      return {}
    case 'inspect':
      return { states: [...deviceById.values()].map((device) => device.state()) }
  }
}

async function connectAll(
  devices: readonly FakeDevice[],
  { host, port, atOnce }: { host: string; port: number; atOnce: number },
  tries = 1,
): Promise<OutcomeOf['connect']> {
  const begun = sharedNow()
  let refused = 0
  await pLimit(atOnce).map(devices, async (device) => {
    for (let attempt = 0; attempt < tries && !device.state().connected; attempt += 1) {
      if (attempt > 0) await wait(RETRY_MS * (0.5 + Math.random()))
      await device.connect(host, port).catch(() => {
        refused += 1
      })
    }
  })
  return { ms: sharedNow() - begun, refused }
}

/** Sends reports at an even rate, one device after the other in a circle. At the end each device reports that it is at rest. */
async function reportAll(
  devices: readonly FakeDevice[],
  { perSecond, seconds, isAtRest }: { perSecond: number; seconds: number; isAtRest: boolean },
): Promise<OutcomeOf['report']> {
  const ratePerMs = (perSecond * devices.length) / 1_000
  const total = Math.round(ratePerMs * seconds * 1_000)
  const firstCounts = devices.map((device) => device.state().totalStateUpdates + 1)
  const sentAt = new Float64Array(total)
  const begun = sharedNow()
  let sent = 0
  while (sent < total) {
    const due = Math.min(total, Math.floor((sharedNow() - begun) * ratePerMs))
    for (; sent < due; sent += 1) {
      sentAt[sent] = sharedNow()
      devices[sent % devices.length]?.moveOn(isAtRest)
    }
    await wait(TICK_MS)
  }
  const elapsed = (sharedNow() - begun) / 1_000
  for (const device of devices) device.rest()
  return { sentAt, firstCounts, seconds: elapsed }
}
