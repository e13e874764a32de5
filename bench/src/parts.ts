import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Flags } from './flags.ts'
import { measureAlarm } from './measures/alarm.ts'
import { type FanOut, measureFanOut } from './measures/fan-out.ts'
import { FLEET_CALLS, measureFleet } from './measures/fleet.ts'
import { type Floor, startFloor } from './measures/floor.ts'
import { measureIdleDevices } from './measures/idle-devices.ts'
import { type LentLists, measureLentLists } from './measures/lent-lists.ts'
import { measureDeviceStorm, measureSocketStorm } from './measures/reconnect-storm.ts'
import { measureRevocations } from './measures/revocations.ts'
import { measureRoundTrips, type RoundTrips, type Seat } from './measures/roundtrip.ts'
import { measureFirings } from './measures/scheduler.ts'
import { measureStarts } from './measures/start-up.ts'
import { measureRollOut, type RollOut } from './measures/upgrades.ts'
import { percentile } from './percentiles.ts'
import { type ProductWorld, startProductWorld } from './product/product.ts'
import type { World } from './product/world.ts'
import { printTable, type Row } from './table.ts'

const MIB = 2 ** 20
const KIB = 2 ** 10
const WARM_UP_S = 2
/** Devices continue to report for this long after the sockets were cut. */
const STORM_S = 5
const STORM_SOCKETS_PER_HOME = 20
const STORM_DEVICES_PER_HOME = 20

/** The ratios of Node-RED, the fastest comparable product, to the same floor, without sign-in and permissions. */
const MARKS = {
  roundTrip: { atMost: 1.95 },
  commands: { atLeast: 0.44 },
  delivery: { atMost: 1.25 },
} as const

/** Measures floor and product in each round, in alternating order, and returns the results of both. */
async function inRounds<T>(
  rounds: number,
  measure: (world: World) => Promise<T>,
  worlds: { product: World; floor: World },
): Promise<{ product: T[]; floor: T[] }> {
  const found: { product: T[]; floor: T[] } = { product: [], floor: [] }
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['floor', 'product'] as const) : (['product', 'floor'] as const)
    for (const name of order) found[name].push(await measure(worlds[name]))
  }
  return found
}

/** Runs a task with a new product and a new floor. */
async function withWorlds(task: (worlds: { product: ProductWorld; floor: Floor }) => Promise<void>) {
  const product = await startProductWorld()
  const floor = await startFloor()
  try {
    await task({ product, floor })
  } finally {
    await Promise.all([product.stop(), floor.stop()])
  }
}

async function withProduct(task: (product: ProductWorld) => Promise<void>) {
  const product = await startProductWorld()
  try {
    await task(product)
  } finally {
    await product.stop()
  }
}

/** Selects a figure from the results of both. */
const both = <T>(found: { product: T[]; floor: T[] }, pick: (measured: T) => number) => ({
  product: found.product.map(pick),
  floor: found.floor.map(pick),
})

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

export async function benchIdle({ 'idle-devices': count }: Flags) {
  await withWorlds(async ({ product, floor }) => {
    const base = await measureIdleDevices(floor, { count })
    const made = await measureIdleDevices(product, { count })
    const row = (figure: string, unit: string, pick: (of: typeof base) => number): Row => ({
      figure,
      unit,
      product: [pick(made)],
      floor: [pick(base)],
    })
    printTable(`${count} idle devices`, [
      row('connected', '', ({ connected }) => connected),
      row('sign-ins', 'per s', ({ perSecond }) => perSecond),
      row('memory of the server, each', 'KiB', ({ bytesEach }) => bytesEach / KIB),
      row('server while nothing happens', '% of a processor', ({ idleShare }) => idleShare * 100),
      { figure: 'refused', unit: '', product: [made.refused] },
    ])
  })
}

export async function benchStarts({ rounds }: Flags) {
  const starts = await measureStarts(rounds)
  const memory = (name: keyof (typeof starts)[number]['memory'], kind: 'rss' | 'pss'): Row => ({
    figure: `${name}, ${kind.toUpperCase()} at rest`,
    unit: 'MiB',
    product: starts.map((start) => start.memory[name][kind] / MIB),
  })
  printTable('Start, and memory at rest with the demo home', [
    { figure: 'npm start to the first answer', unit: 's', product: starts.map(({ seconds }) => seconds) },
    memory('server', 'rss'),
    memory('server', 'pss'),
    memory('PostgreSQL', 'pss'),
    memory('simulator', 'pss'),
    memory('npm and supervisor', 'pss'),
  ])
}

export async function benchStorms({ sockets }: Flags) {
  await withProduct(async (product) => {
    const homes = await product.addHomes(Math.ceil(sockets / STORM_SOCKETS_PER_HOME), STORM_DEVICES_PER_HOME)
    const pages = await measureSocketStorm(product, homes, { sockets, seconds: STORM_S })
    const devices = await measureDeviceStorm(product, homes)
    for (const [title, storm] of [
      ['websockets', pages],
      ['device connections', devices],
    ] as const) {
      printTable(`${storm.sockets} ${title} dropped at once`, [
        { figure: 'half of them back', unit: 's', product: [storm.halfMs / 1_000] },
        { figure: 'all back', unit: 's', product: [storm.allMs / 1_000] },
        { figure: 'connections that were tried again', unit: '', product: [storm.failedTries] },
        { figure: 'lost', unit: '', product: [storm.lost] },
        { figure: 'with a wrong last state', unit: '', product: [storm.wrong] },
      ])
    }
  })
}

const SCENARIO_DEVICES_PER_HOME = 100

export async function benchScheduler({ scenarios }: Flags) {
  await withProduct(async (product) => {
    const devicesEach = Math.min(SCENARIO_DEVICES_PER_HOME, scenarios)
    const found = await measureFirings(product, { scenarios, devicesEach })
    const row = (figure: string, unit: string, value: number): Row => ({ figure, unit, product: [value] })
    printTable(`${found.due} scenarios that are due in the same minute`, [
      row('devices moved', '', found.moved),
      row('told to move more than once', '', found.twice),
      row('first command after due', 'ms', found.firstMs),
      row('thousandth', 'ms', found.thousandthMs),
      row('last', 'ms', found.lastMs),
      row('commands of others, p95 at rest', 'ms', found.othersAtRest),
      row('commands of others, p95 meanwhile', 'ms', found.othersMeanwhile),
      row('server, each', 'ms of processor', found.serverMs),
      row('database, each', 'ms of processor', found.databaseMs),
    ])
  })
}

const ALARM_SHADES = 500

export async function benchAlarm() {
  await withProduct(async (product) => {
    const found = await measureAlarm(product, { shades: ALARM_SHADES })
    const row = (figure: string, unit: string, value: number): Row => ({ figure, unit, product: [value] })
    printTable(`From a gust to the safety of ${found.shades} shades of one home`, [
      row('shades moved', '', found.moved),
      row('command on the wire, median', 'ms', found.medianMs),
      row('command on the wire, p99', 'ms', found.p99Ms),
      row('last', 'ms', found.lastMs),
    ])
  })
}

const UPGRADED_IN_EACH_HOME = 20
/** How much of the server log is printed after a failure. */
const SHOWN_LOG_CHARACTERS = 4_000
/** The failure rate that stops the second roll-out, in which every fifth upgrade fails. */
const STOP_AT_FAILURE_RATE = 0.05
const FAILING_EVERY = 5

/** Rolls out a firmware to a tenth of the devices, one that fails too often, and one that works: to half of them, then to all. */
export async function benchUpgrades({ upgrades }: Flags) {
  const folder = mkdtempSync(join(tmpdir(), 'senca-bench-firmware-'))
  const product = await startProductWorld({ FIRMWARE_DIR: folder })
  try {
    const homes = await product.addHomes(Math.ceil(upgrades / UPGRADED_IN_EACH_HOME), UPGRADED_IN_EACH_HOME)
    const rollOut = (version: string, rollout: object, failingEvery: number | null = null) =>
      measureRollOut(product, { homes, folder, version, rollout, failingEvery })
    const row = (figure: string, unit: string, value: number): Row => ({ figure, unit, product: [value] })
    const print = (name: string, { queued, sent, running, twice, seconds }: RollOut) =>
      printTable(`Upgrades of ${homes.flat().length} devices in ${homes.length} homes: ${name}`, [
        row('put in line', '', queued),
        row('sent', '', sent),
        row('running it', '', running),
        row('sent twice', '', twice),
        row('from the first call to the last', 's', seconds),
      ])
    print('to ten of a hundred', await rollOut('2.1.0', { percent: 10 }))
    print(
      `every ${FAILING_EVERY}th fails, stopped at ${STOP_AT_FAILURE_RATE * 100} of a hundred`,
      await rollOut('2.2.0', { stopAtFailureRate: STOP_AT_FAILURE_RATE }, FAILING_EVERY),
    )
    print('the next one to half of them', await rollOut('2.3.0', { percent: 50 }))
    print('and to all', await rollOut('2.3.0', { percent: 100 }))
  } catch (error) {
    process.stderr.write(product.log().slice(-SHOWN_LOG_CHARACTERS))
    throw error
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function benchRevocations({ revocations }: Flags) {
  const { cuts, answered, lost, overheard } = await measureRevocations(revocations)
  const rows = ({ what, took }: { what: string; took: readonly number[] }): Row[] =>
    [
      { part: 'p50', share: 0.5 },
      { part: 'p99', share: 0.99 },
      { part: 'last', share: 1 },
    ].map(({ part, share }) => ({
      figure: `${what}, ${part}`,
      unit: 'ms',
      product: [percentile([...took], share)],
    }))
  printTable(`${revocations} revocations, from the call to its end for who loses the device`, [
    ...rows({ what: 'open socket', took: cuts.socket }),
    ...rows({ what: 'running command', took: cuts.command }),
    ...rows({ what: 'device list', took: cuts.list }),
    ...rows({ what: 'scenario', took: cuts.scenario }),
    ...rows({ what: 'answered', took: answered }),
    { figure: 'never ended', unit: '', product: [lost] },
    { figure: 'heard by an older token', unit: '', product: [overheard] },
  ])
}

/** The column "product" is the shared devices, the column "floor" the caller's own devices. */
export async function benchRoles({ rounds, 'role-devices': devices }: Flags) {
  const found: LentLists = await measureLentLists(devices, rounds)
  const row = (figure: keyof LentLists['own'][number]): Row => ({
    figure,
    unit: 'ms',
    product: found.lent.map((times) => times[figure]),
    floor: found.own.map((times) => times[figure]),
    mark: { atMost: 1.3 },
  })
  printTable(`${found.devices} devices, lent by 20 roles each (product) and one’s own (floor)`, [
    row('list'),
    row('info'),
  ])
}

/** The column "product" is one home in a large database, the column "floor" one in an empty database. */
export async function benchFleet({ rounds, ...flags }: Flags) {
  const size = {
    devices: flags['fleet-devices'],
    accounts: flags['fleet-accounts'],
    activity: flags['fleet-activity'],
  }
  const { full, empty } = await measureFleet(size, rounds, (line) => process.stdout.write(`${line}\n`))
  const many = (count: number) => count.toLocaleString('en')
  printTable(
    `One home among ${many(size.devices)} devices, ${many(size.accounts)} accounts and ${many(size.activity)} entries (product) and alone (floor)`,
    [
      { figure: 'start', unit: 's', product: [full.startS], floor: [empty.startS] },
      {
        figure: 'memory at rest',
        unit: 'MiB',
        product: [full.memory / MIB],
        floor: [empty.memory / MIB],
        mark: { atMost: 1.2 },
      },
      ...FLEET_CALLS.map((name) => ({
        figure: name,
        unit: 'ms',
        product: full.calls[name],
        floor: empty.calls[name],
        mark: { atMost: 1.3 },
      })),
    ],
  )
}
