import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import { sharedNow } from '../monotonic.ts'
import { percentile } from '../percentiles.ts'
import { processorSeconds, processorSecondsOf } from '../product/process-cost.ts'
import type { ProductWorld } from '../product/product.ts'
import { followMoves } from './moves.ts'
import { measureRoundTrips } from './roundtrip.ts'

const HOMES_AT_ONCE = 8
const MINUTE_MS = 60_000
/** How long the commands of another home are measured, at rest and while scenarios fire. */
const OTHERS_S = 10
const QUIET_MS = 10_000
const CHECK_EVERY_MS = 1_000

export interface Firings {
  due: number
  /** Devices that moved, and devices that received more than one command. */
  moved: number
  twice: number
  /** Milliseconds after the due time until the first, the thousandth and the last command. */
  firstMs: number
  thousandthMs: number
  lastMs: number
  /** The round-trip time of commands in another home, in ms: at rest, and while scenarios fire. */
  othersAtRest: number
  othersMeanwhile: number
  /** Milliseconds of processor time per moved device, of the server and of its database, while nobody else sends. */
  serverMs: number
  databaseMs: number
}

/** Every device has one scenario, and all scenarios are due in the same minute. */
export async function measureFirings(
  world: ProductWorld,
  { scenarios, devicesEach }: { scenarios: number; devicesEach: number },
): Promise<Firings> {
  const homes = await world.addHomes(Math.ceil(scenarios / devicesEach), devicesEach)
  const [other = []] = await world.addHomes(1, 1)
  const seats = other.map((deviceId) => ({ home: other, deviceId }))
  const { p95: othersAtRest } = await measureRoundTrips(world, { seats, seconds: OTHERS_S })
  const due = await schedule(world, homes)
  const ids = new Set(homes.flat())
  const untilMoved = await followMoves(world, ids)
  const dueAt = sharedNow() + (due.getTime() - Date.now())
  await wait(due.getTime() - Date.now())
  const { p95: othersMeanwhile } = await measureRoundTrips(world, { seats, seconds: OTHERS_S })

  const aloneAt = sharedNow()
  const server = processorSeconds(world.serverPids)
  const database = processorSecondsOf(world.helperPids())
  const { moved, twice, times: movedAt } = await untilMoved({ quietMs: QUIET_MS, everyMs: CHECK_EVERY_MS })
  const msPer = (seconds: number) => (seconds * 1_000) / movedAt.filter((at) => at > aloneAt).length
  const serverMs = msPer(processorSeconds(world.serverPids) - server)
  const databaseMs = msPer(processorSecondsOf(world.helperPids()) - database)
  const times = movedAt.map((at) => at - dueAt)
  return {
    due: ids.size,
    moved,
    twice,
    firstMs: times[0] ?? Number.NaN,
    thousandthMs: times[Math.min(1_000, times.length) - 1] ?? Number.NaN,
    lastMs: percentile(times, 1),
    othersAtRest,
    othersMeanwhile,
    serverMs,
    databaseMs,
  }
}

/** Creates a scenario for every device. Returns the time at which all are due. */
async function schedule(world: ProductWorld, homes: readonly string[][]): Promise<Date> {
  const place = { name: 'Home', lat: 0, lon: 0, timezone: 'Etc/UTC' }
  await pLimit(HOMES_AT_ONCE).map(homes, (home) => world.accountOf(home).post('home/create', place))
  // All scenarios are created first and then get their time, so that the time is not over before the last one exists.
  const made = await pLimit(HOMES_AT_ONCE).map(homes, async (home) => {
    const account = world.accountOf(home)
    const scenarioIds: string[] = []
    for (const [index, id] of home.entries()) {
      const scenario = await account.post('scenario/create', {
        name: `Scenario ${index}`,
        enabled: true,
        targets: [id],
        triggers: [],
        actions: [{ type: 'MoveSelf', position: 0.5 }],
      })
      scenarioIds.push(String(Object(scenario).id))
    }
    return { account, scenarioIds }
  })
  const ms = (made.length * (made[0]?.scenarioIds.length ?? 0) * MS_PER_UPDATE) / HOMES_AT_ONCE
  const due = new Date(Math.ceil((Date.now() + ms + MINUTE_MS / 4) / MINUTE_MS) * MINUTE_MS)
  const triggers = [{ type: 'TimeOfDay', hour: due.getUTCHours(), minute: due.getUTCMinutes() }]
  await pLimit(HOMES_AT_ONCE).map(made, async ({ account, scenarioIds }) => {
    for (const id of scenarioIds) await account.post('scenario/update', { id, triggers })
  })
  if (Date.now() >= due.getTime()) throw new Error('the scenarios were due before all had their time')
  return due
}

/** The maximum time per scenario update with eight updates at once. */
const MS_PER_UPDATE = 120
