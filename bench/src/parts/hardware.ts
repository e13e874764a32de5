import type { Flags } from '../flags.ts'
import { measureRoundTrips, type RoundTrips } from '../measures/roundtrip.ts'
import {
  connectToSpaces,
  createSpaceLogins,
  measureIdleSpaces,
  type SpaceLogins,
} from '../measures/spaces.ts'
import type { ProductWorld } from '../product/product.ts'
import { printTable, type Row } from '../table.ts'
import { benchDiscovery } from './hardware-discovery.ts'
import { benchHostile } from './hardware-hostile.ts'
import { withProduct } from './worlds.ts'

const WARM_UP_S = 2
const IDLE_ACCOUNTS = 500
const WATCHING_ACCOUNTS = 50
const FLOODING_CLIENTS = 20
const KIB = 2 ** 10

/** What others do while one client sends commands to a device of our own protocol. */
const TRIALS = [
  {
    title: 'while 50 accounts subscribe to everything in their spaces',
    figure: 'p50',
    mark: { atMost: 1.05 },
  },
  { title: 'while an account floods its space with 20 clients', figure: 'p95', mark: { atMost: 2 } },
] as const

const loginsOf = async (world: ProductWorld, count: number): Promise<SpaceLogins> =>
  createSpaceLogins((await world.addHomes(count, 1)).map((home) => world.accountOf(home)))

export async function benchHardware(flags: Flags) {
  const { rounds, seconds } = flags
  await benchDiscovery(flags)
  await benchHostile()
  await withProduct(async (world) => {
    const bytes = await measureIdleSpaces(world, await loginsOf(world, IDLE_ACCOUNTS))
    printTable(`${IDLE_ACCOUNTS} accounts with one idle client each in their MQTT spaces`, [
      { figure: 'memory of the server, each', unit: 'KiB', product: [bytes / KIB], mark: { atMost: 64 } },
    ])
    const [home = []] = await world.addHomes(1, 1)
    const seats = home.map((deviceId) => ({ home, deviceId }))
    const measure = (lasting: number) => measureRoundTrips(world, { seats, seconds: lasting })
    const watching = await loginsOf(world, WATCHING_ACCOUNTS)
    const flooding = await loginsOf(world, 1)
    const disturb = {
      p50: () => connectToSpaces(watching, { filter: '#', isFlooding: false }),
      p95: () => connectToSpaces(flooding, { filter: '#', isFlooding: true, each: FLOODING_CLIENTS }),
    }
    await measure(WARM_UP_S)
    for (const { title, figure, mark } of TRIALS) {
      const found: { product: RoundTrips[]; floor: RoundTrips[] } = { product: [], floor: [] }
      for (let round = 0; round < rounds; round += 1) {
        found.floor.push(await measure(seconds))
        const end = await disturb[figure]()
        found.product.push(await measure(seconds))
        await end()
      }
      const rowOf = (name: 'p50' | 'p95' | 'p99'): Row => ({
        figure: name,
        unit: 'ms',
        product: found.product.map((trip) => trip[name]),
        floor: found.floor.map((trip) => trip[name]),
        ...(name === figure ? { mark } : {}),
      })
      printTable(`Command round trip, ${title}; the floor is the product at rest`, [
        rowOf('p50'),
        rowOf('p95'),
        rowOf('p99'),
      ])
    }
  })
}
