import { setTimeout as wait } from 'node:timers/promises'
import { mqttCredentialsSchema, mqttStatusSchema } from '@senca/contract/mqtt'
import { freePort } from '@senca/server/free-port'
import { HOSTILE_CASES, type HostileCase, isHostileCase } from '../devices/hostile-input.ts'
import { measureRoundTrips } from '../measures/roundtrip.ts'
import { endChild, forkModule, nextMessage } from '../product/child.ts'
import type { HomeAccount } from '../product/home-account.ts'
import { startProductWorld } from '../product/product.ts'
import { inspectorOption, openInspector } from '../soak/inspector.ts'
import { printTable, type Row } from '../table.ts'

const MIB = 2 ** 20
const WARM_UP_S = 2
const LASTING_S = 5
/** The time after a hostile client in which the server collects what it left. */
const SETTLE_MS = 2_000

/** Lets a hostile client act in the space of an account. Returns what ends it. */
async function attack(account: HomeAccount, name: HostileCase): Promise<() => Promise<void>> {
  const { port, username, password } = mqttCredentialsSchema.parse(await account.post('mqtt/credentials', {}))
  const child = forkModule(new URL('../devices/hostile-input.process.ts', import.meta.url))
  await nextMessage(child)
  child.send({ name, host: '127.0.0.1', port, username, password })
  return () => endChild(child)
}

/** Hostile input in one account: what another account's command takes meanwhile, what stays in memory, and which notices there are. */
export async function benchHostile(): Promise<void> {
  const inspectorPort = await freePort()
  const world = await startProductWorld(inspectorOption(inspectorPort))
  try {
    const inspector = await openInspector(inspectorPort)
    const [home = []] = await world.addHomes(1, 1)
    const seats = home.map((deviceId) => ({ home, deviceId }))
    const measure = (seconds: number) => measureRoundTrips(world, { seats, seconds })
    await measure(WARM_UP_S)
    const rows: Row[] = []
    for (const name of Object.keys(HOSTILE_CASES).filter(isHostileCase)) {
      const [foreign = []] = await world.addHomes(1, 1)
      const account = world.accountOf(foreign)
      const { p95: rest } = await measure(LASTING_S)
      const before = await inspector.heapBytes()
      const end = await attack(account, name)
      const { p95: meanwhile } = await measure(LASTING_S)
      const { notices, usage } = mqttStatusSchema.parse(await account.get('mqtt/status'))
      await end()
      await wait(SETTLE_MS)
      const kept = (await inspector.heapBytes()) - before
      const seen = [...new Set(notices.map(({ code }) => code))].join(', ')
      rows.push(
        {
          figure: `${HOSTILE_CASES[name]}: another account's p95`,
          unit: 'ms',
          product: [meanwhile],
          floor: [rest],
          mark: { atMost: 2 },
        },
        {
          figure: `… heap afterwards; ${usage.retained} kept, ${usage.entities} listed; ${seen || 'no notice'}`,
          unit: 'MiB',
          product: [kept / MIB],
          mark: { atMost: 64 },
        },
      )
    }
    inspector.end()
    printTable('Hostile input in the space of one account; the floor is another account at rest', rows)
  } finally {
    await world.stop()
  }
}
