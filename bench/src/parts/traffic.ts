import type { Flags } from '../flags.ts'
import { type FanOut, measureFanOut } from '../measures/fan-out.ts'
import { measureRoundTrips, type RoundTrips, type Seat } from '../measures/roundtrip.ts'
import type { World } from '../product/world.ts'
import { printTable, type Row } from '../table.ts'
import { both, inRounds, withWorlds } from './worlds.ts'

const WARM_UP_S = 2

/** The ratios of Node-RED, the fastest comparable product, to the same floor, without sign-in and permissions. */
const MARKS = {
  roundTrip: { atMost: 1.95 },
  commands: { atLeast: 0.44 },
  delivery: { atMost: 1.25 },
} as const

/**
 * The seatings of the clients: many in one home; as many, each in its own home; a single one. The single client runs last, when
 * both programs have warmed up.
 */
const TRIALS = [
  {
    seating: 'together',
    title: (clients: number) => `${clients} clients who all see one home`,
    mark: 'commands',
    isOverHttp: false,
  },
  {
    seating: 'apart',
    title: (clients: number) => `${clients} clients, each in a home of its own`,
    mark: null,
    isOverHttp: false,
  },
  { seating: 'alone', title: () => '1 client', mark: 'p50', isOverHttp: false },
  { seating: 'alone', title: () => '1 client, the floor asked over HTTP too', mark: null, isOverHttp: true },
] as const

type Trial = (typeof TRIALS)[number]

async function seatIn(world: World, clients: number): Promise<Record<Trial['seating'], Seat[]>> {
  const apart = (await world.addHomes(clients, 1)).flatMap((home) =>
    home.map((deviceId) => ({ home, deviceId })),
  )
  const [home = []] = await world.addHomes(1, clients)
  return { alone: apart.slice(0, 1), together: home.map((deviceId) => ({ home, deviceId })), apart }
}

export async function benchRoundTrips({ rounds, seconds, clients }: Flags) {
  await withWorlds(async (worlds) => {
    const seats = {
      product: await seatIn(worlds.product, clients),
      floor: await seatIn(worlds.floor, clients),
    }
    for (const { seating, title, mark, isOverHttp } of TRIALS) {
      const asked = { product: worlds.product, floor: isOverHttp ? worlds.floor.overHttp : worlds.floor }
      const measure = (world: World, lasting: number) =>
        measureRoundTrips(world, { seats: seats[world.name][seating], seconds: lasting })
      await inRounds(1, (world) => measure(world, WARM_UP_S), asked)
      const found = await inRounds(rounds, (world) => measure(world, seconds), asked)
      printTable(`Command round trip, ${title(clients)}`, roundTripRows(found, mark))
    }
  })
}

function roundTripRows(found: { product: RoundTrips[]; floor: RoundTrips[] }, mark: Trial['mark']): Row[] {
  return [
    {
      figure: 'p50',
      unit: 'ms',
      ...both(found, ({ p50 }) => p50),
      ...(mark === 'p50' ? { mark: MARKS.roundTrip } : {}),
    },
    { figure: 'p95', unit: 'ms', ...both(found, ({ p95 }) => p95) },
    { figure: 'p99', unit: 'ms', ...both(found, ({ p99 }) => p99) },
    {
      figure: 'commands',
      unit: 'per s',
      ...both(found, ({ perSecond }) => perSecond),
      ...(mark === 'commands' ? { mark: MARKS.commands } : {}),
    },
    { figure: 'server, each', unit: 'ms of processor', ...both(found, ({ serverMs }) => serverMs) },
    {
      figure: 'database, each',
      unit: 'ms of processor',
      product: found.product.map(({ databaseMs }) => databaseMs),
    },
    { figure: 'lost', unit: '', product: found.product.map(({ lost }) => lost) },
  ]
}

const fanOutRows = (product: readonly FanOut[]): Row[] => [
  { figure: 'database, each', unit: 'µs of processor', product: product.map(({ databaseUs }) => databaseUs) },
  { figure: 'replaced by a newer one, or lost', unit: '', product: product.map(({ missing }) => missing) },
  { figure: 'last states not seen', unit: '', product: product.map(({ wrongAtEnd }) => wrongAtEnd) },
]

export async function benchFanOut({ rounds, seconds, devices, rate, viewers }: Flags) {
  await withWorlds(async (worlds) => {
    const homesOf = new Map<World, string[][]>()
    for (const world of [worlds.floor, worlds.product]) homesOf.set(world, await world.addHomes(1, devices))
    const measure = (world: World, lasting: number) =>
      measureFanOut(world, {
        homes: homesOf.get(world) ?? [],
        viewersEach: viewers,
        perSecond: rate,
        seconds: lasting,
      })
    await inRounds(1, (world) => measure(world, WARM_UP_S), worlds)
    const found = await inRounds(rounds, (world) => measure(world, seconds), worlds)
    printTable(`Fan-out, ${devices} devices at ${rate} updates a second to ${viewers} viewers`, [
      { figure: 'delivered', unit: 'per s', ...both(found, ({ perSecond }) => perSecond) },
      { figure: 'delay p50', unit: 'ms', ...both(found, ({ p50 }) => p50) },
      { figure: 'delay p99', unit: 'ms', ...both(found, ({ p99 }) => p99) },
      {
        figure: 'server, each',
        unit: 'µs of processor',
        ...both(found, ({ serverUs }) => serverUs),
        mark: MARKS.delivery,
      },
      ...fanOutRows(found.product),
    ])
  })
}
