import { setTimeout as wait } from 'node:timers/promises'
import { type Product, startProduct } from '@senca/e2e/product/product.ts'
import { freePort } from '@senca/server/free-port'
import pLimit from 'p-limit'
import { sharedNow } from '../monotonic.ts'
import { endChild, forkModule } from '../product/child.ts'
import { claimHomes, type Home, provision } from '../product/homes.ts'
import { familyOf, memoryOf, processorSeconds, processorSecondsOf } from '../product/process-cost.ts'
import { openProductSocket } from '../product/product-socket.ts'
import type { Viewer } from '../product/world.ts'
import { inspectorOption, openInspector } from '../soak/inspector.ts'
import { startFleet } from './fleet.ts'
import { createOnlookers, type Onlookers } from './onlookers.ts'
import { readServer } from './server-figures.ts'

const SOCKETS_AT_ONCE = 20
const MIB = 2 ** 20
/** If nothing has arrived for this long after all devices have reported that they are at rest, nothing is in transit. */
const QUIET_MS = 10_000
const CHECK_MS = 300
/** The server stops while its heap is collected. Reports that waited meanwhile are delivered within this time and not counted. */
const CATCH_UP_MS = 5_000
/** Devices send no pings, so each must report at least this often. */
const LONGEST_SILENCE_S = 30
/** The maximum age of a report whose delay is still measured. */
const AWAITED_S = 30

export interface EnduranceOptions {
  devices: number
  /** Reports per second, in total. */
  states: number
  sockets: number
  socketsEach: number
  seconds: number
  /** The length of a measured interval in seconds; the heap is measured between intervals. */
  every: number
}

/** The figures of one interval: memory in MiB, shares of one processor, delays in milliseconds. */
export interface Stretch {
  second: number
  p50: number
  p99: number
  deliveredPerSecond: number
  /** Reports that were replaced by a newer one of the same device before they were sent to a socket. */
  replaced: number
  /** The largest number of reports between device and socket at the end of a half second. */
  underWay: number
  /** Devices whose newest state is not in the database yet. */
  unwritten: number
  rss: number
  heap: number
  server: number
  database: number
  /** The size of the data folder. */
  dataMib: number
}

export interface Endurance {
  setUpSeconds: number
  connected: number
  stretches: Stretch[]
  sent: number
  /** Pairs of a socket and a watched device that did not end with the last state of the device. */
  wrong: number
  pairs: number
}

/** Devices of many accounts report at an even rate while sockets watch; several sockets receive each report. */
export async function runEndurance(
  options: EnduranceOptions,
  notify: (stretch: Stretch) => void = () => {},
): Promise<Endurance> {
  const homeCount = Math.max(1, Math.round(options.sockets / options.socketsEach))
  const devicesEach = Math.max(1, Math.round(options.devices / homeCount))
  const count = homeCount * devicesEach
  if (count / options.states > LONGEST_SILENCE_S) throw new Error('the devices would be silent for too long')
  const inspectorPort = await freePort()
  const product = await startProduct({
    DEMO: 'off',
    TRUST_PROXY: 'on',
    LOG_LEVEL: 'warn',
    ...inspectorOption(inspectorPort),
  })
  const child = forkModule(new URL('./fleet.process.ts', import.meta.url))
  const viewers: Viewer[] = []
  try {
    const begun = sharedNow()
    const onlookers = createOnlookers(count)
    const fleet = await startFleet(child, onlookers)
    const devices = await provision(product.url, 'roller_shutter', count)
    const homes = await claimHomes(product.url, devices, devicesEach)
    const placeById = new Map(devices.map(({ id }, place) => [id, place]))
    const refused = await fleet.connect(product.mqtt, devices)
    const views = await openViews(
      product,
      { homes, placeById, socketsEach: options.socketsEach, onlookers },
      viewers,
    )
    const setUpSeconds = (sharedNow() - begun) / 1_000
    const heapOf = await openInspector(inspectorPort)
    await fleet.report(options.states)
    const stretches: Stretch[] = []
    const measure = createMeasure(product, onlookers, {
      keep: options.states * AWAITED_S,
      heapOf: heapOf.heapBytes,
    })
    for (let second = options.every; second <= options.seconds; second += options.every) {
      const stretch = await measure(options.every, second)
      stretches.push(stretch)
      notify(stretch)
    }
    const { counts, positions, sent } = await fleet.rest()
    const restAt = sharedNow()
    heapOf.end()
    const pairs = views.flatMap(({ home, last }) =>
      home.devices.map(({ id }) => ({ place: placeById.get(id) ?? -1, last })),
    )
    const notSeen = () =>
      pairs.filter(({ place, last }) => {
        const seen = last.get(place)
        return seen?.count !== counts[place] || seen?.position !== positions[place]
      })
    const quietMs = () => sharedNow() - Math.max(restAt, onlookers.lastAt())
    while (notSeen().length > 0 && quietMs() < QUIET_MS) await wait(CHECK_MS)
    const wrong = notSeen()
    return {
      setUpSeconds,
      connected: count - refused,
      stretches,
      sent,
      wrong: wrong.length,
      pairs: pairs.length,
    }
  } finally {
    for (const viewer of viewers) viewer.cut()
    await endChild(child)
    await product.stop()
  }
}

async function openViews(
  product: Product,
  given: {
    homes: readonly Home[]
    placeById: ReadonlyMap<string, number>
    socketsEach: number
    onlookers: Onlookers
  },
  viewers: Viewer[],
) {
  const seats = given.homes.flatMap((home) =>
    Array.from({ length: given.socketsEach }, (_, number) => ({
      home,
      view: given.onlookers.add(number === 0),
    })),
  )
  await pLimit(SOCKETS_AT_ONCE).map(seats, async ({ home, view }) => {
    const token = await home.account.websocketToken()
    const viewer = await openProductSocket(product.url, token, ({ deviceId, totalStateUpdates, position }) =>
      view.see(given.placeById.get(deviceId) ?? -1, totalStateUpdates ?? -1, position, sharedNow()),
    )
    viewers.push(viewer)
  })
  return seats.map(({ home, view }) => ({ home, last: view.last }))
}

function createMeasure(
  product: Product,
  onlookers: Onlookers,
  { keep, heapOf }: { keep: number; heapOf: () => Promise<number> },
) {
  const pid = product.serverPid()
  const helpers = () => familyOf(pid).filter((member) => member !== pid)
  return async (seconds: number, second: number): Promise<Stretch> => {
    await wait(Math.min(CATCH_UP_MS, seconds * 100))
    onlookers.take(keep)
    const [begun, server, database] = [sharedNow(), processorSeconds([pid]), processorSecondsOf(helpers())]
    let underWay = 0
    while (sharedNow() - begun < seconds * 1_000) {
      await wait(Math.min(500, seconds * 100))
      underWay = Math.max(underWay, onlookers.underWay())
    }
    const took = (sharedNow() - begun) / 1_000
    const { delays, delivered, passed } = onlookers.take(keep)
    const used = {
      server: processorSeconds([pid]) - server,
      database: processorSecondsOf(helpers()) - database,
    }
    const { rss } = memoryOf(pid)
    const { unwritten, dataBytes } = await readServer(product)
    return {
      second,
      p50: delays.percentile(0.5),
      p99: delays.percentile(0.99),
      deliveredPerSecond: delivered / took,
      replaced: passed,
      underWay,
      unwritten,
      rss: rss / MIB,
      heap: (await heapOf()) / MIB,
      server: used.server / took,
      database: used.database / took,
      dataMib: dataBytes / MIB,
    }
  }
}
