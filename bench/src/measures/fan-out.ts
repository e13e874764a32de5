import { setTimeout as wait } from 'node:timers/promises'
import { sharedNow } from '../monotonic.ts'
import { percentile } from '../percentiles.ts'
import { processorSeconds, processorSecondsOf } from '../product/process-cost.ts'
import type { World } from '../product/world.ts'

/** If nothing new has arrived for this long, everything has arrived. */
const QUIET_MS = 1_000

export interface FanOut {
  /** Updates that arrived, in total and per second. */
  delivered: number
  perSecond: number
  /** Updates that were lost, or replaced by a newer one of the same device before they were sent. */
  missing: number
  /** Devices whose last state a viewer did not receive. */
  wrongAtEnd: number
  p50: number
  p99: number
  /** Microseconds of processor time per delivered update, of the server and of its database. */
  serverUs: number
  databaseUs: number
  /** Microseconds of processor time per report, of each instance of the server. */
  reportUs: readonly number[]
}

/** What is needed of a world to watch reports. */
export type Watchable = Pick<World, 'serverPids' | 'helperPids' | 'devices' | 'openViewer'>

interface FanOutOptions {
  homes: readonly string[][]
  /** The number of sockets that watch each home. */
  viewersEach: number
  /** Reports per second of each device. */
  perSecond: number
  seconds: number
}

/** What one viewer has received, in order of arrival. */
interface Sightings {
  devices: number[]
  counts: number[]
  times: number[]
}

/** Devices report at an even rate while viewers watch. */
export async function measureFanOut(world: Watchable, options: FanOutOptions): Promise<FanOut> {
  const { homes, viewersEach, perSecond, seconds } = options
  const ids = homes.flat()
  const indexById = new Map(ids.map((id, index) => [id, index]))
  const all: { home: readonly string[]; sightings: Sightings }[] = []
  let lastAt = sharedNow()
  const viewers = await Promise.all(
    homes.flatMap((home) =>
      Array.from({ length: viewersEach }, () => {
        const sightings: Sightings = { devices: [], counts: [], times: [] }
        all.push({ home, sightings })
        return world.openViewer(home, ({ deviceId, totalStateUpdates, at }) => {
          lastAt = at
          sightings.devices.push(indexById.get(deviceId) ?? -1)
          sightings.counts.push(totalStateUpdates ?? -1)
          sightings.times.push(lastAt)
        })
      }),
    ),
  )
  const usedBefore = world.serverPids.map((pid) => processorSeconds([pid]))
  const database = processorSecondsOf(world.helperPids())
  const { sentAt, firstCounts, seconds: took } = await world.devices.report(ids, perSecond, seconds)
  while (sharedNow() - lastAt < QUIET_MS) await wait(QUIET_MS / 10)
  const usedByEach = world.serverPids.map((pid, nth) => processorSeconds([pid]) - (usedBefore[nth] ?? 0))
  const usedByDatabase = processorSecondsOf(world.helperPids()) - database
  for (const viewer of viewers) viewer.close()

  const delays = all.flatMap(({ sightings }) => delaysOf(sightings, sentAt, firstCounts))
  const finals = new Map((await world.devices.inspect()).map((state) => [state.id, state.totalStateUpdates]))
  const wrongAtEnd = all.reduce((sum, { home, sightings }) => {
    const last = new Map(sightings.devices.map((device, at) => [ids[device], sightings.counts[at]]))
    return sum + home.filter((id) => last.get(id) !== finals.get(id)).length
  }, 0)
  const usPer = (used: number) => (used * 1e6) / Math.max(1, delays.length)
  return {
    delivered: delays.length,
    perSecond: delays.length / took,
    missing: sentAt.length * viewersEach - delays.length,
    wrongAtEnd,
    p50: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
    serverUs: usPer(usedByEach.reduce((sum, used) => sum + used, 0)),
    databaseUs: usPer(usedByDatabase),
    reportUs: usedByEach.map((used) => (used * 1e6) / (sentAt.length + ids.length)),
  }
}

function delaysOf(sightings: Sightings, sentAt: Float64Array, firstCounts: readonly number[]): number[] {
  const delays: number[] = []
  for (const [at, device] of sightings.devices.entries()) {
    const first = firstCounts[device]
    const count = sightings.counts[at]
    const time = sightings.times[at]
    if (first === undefined || count === undefined || time === undefined || count < first) continue
    const sent = sentAt[(count - first) * firstCounts.length + device]
    if (sent !== undefined) delays.push(time - sent)
  }
  return delays
}
