import { setTimeout as wait } from 'node:timers/promises'
import { sharedNow } from '../monotonic.ts'
import { percentile } from '../percentiles.ts'
import { processorSeconds, processorSecondsOf } from '../product/process-cost.ts'
import type { Commander, World } from '../product/world.ts'

/** Steps through positions so that two consecutive commands of a device differ, in percent. */
const STEP = 7_919
const POSITIONS = 9_973
const TOLERANCE = 1e-6
const LOST_AFTER_MS = 5_000
/** A device sends three packets for each command, and the product reads at most 200 packets per second from it. */
const COMMAND_EVERY_MS = 20

export interface RoundTrips {
  p50: number
  p95: number
  p99: number
  perSecond: number
  /** Milliseconds of processor time per command, of the server and of its database. */
  serverMs: number
  databaseMs: number
  commands: number
  /** Commands whose state was never received. */
  lost: number
}

export interface Seat {
  home: readonly string[]
  deviceId: string
}

interface RoundTripOptions {
  /** Each client watches a home and sends commands to one device of it. */
  seats: readonly Seat[]
  seconds: number
  /** The least time between two commands of a client. */
  everyMs?: number
  /** Covers of other makers have whole percents only. */
  isWhole?: boolean
}

interface Client {
  commander: Commander
  deviceId: string
  /** Called with every position that is received. */
  seen: (position: number | null, at: number) => void
}

async function openClient(world: World, { home, deviceId }: Seat): Promise<Client> {
  const client: Client = {
    deviceId,
    seen: () => {},
    commander: await world.openCommander(home, deviceId, (update) => {
      if (update.deviceId === deviceId) client.seen(update.position, update.at)
    }),
  }
  return client
}

/** Sends a command and waits until its state arrives on the websocket. Returns the milliseconds, or null if it never arrives. */
async function sendOne(client: Client, percent: number): Promise<number | null> {
  const begun = sharedNow()
  const arrived = new Promise<number | null>((resolve) => {
    const lost = setTimeout(() => resolve(null), LOST_AFTER_MS)
    client.seen = (position, at) => {
      if (position === null || Math.abs(position - percent / 100) > TOLERANCE) return
      clearTimeout(lost)
      resolve(at - begun)
    }
  })
  // The next command also waits for the answer to this one, as a person would.
  const [took] = await Promise.all([arrived, client.commander.move(client.deviceId, percent)])
  return took
}

/** Each client sends one command after the other for this many seconds. */
export async function measureRoundTrips(
  world: World,
  { seats, seconds, everyMs = COMMAND_EVERY_MS, isWhole = false }: RoundTripOptions,
): Promise<RoundTrips> {
  const clients = await Promise.all(seats.map((seat) => openClient(world, seat)))
  const took: number[] = []
  let lost = 0
  let number = 0
  const server = processorSeconds(world.serverPids)
  const database = processorSecondsOf(world.helperPids())
  const begun = sharedNow()
  const until = begun + seconds * 1_000
  await Promise.all(
    clients.map(async (client) => {
      while (sharedNow() < until) {
        number += 1
        const dueAt = sharedNow() + everyMs
        const percent = ((number * STEP) % POSITIONS) / 100
        const ms = await sendOne(client, isWhole ? Math.round(percent) : percent)
        if (ms === null) lost += 1
        else took.push(ms)
        await wait(Math.max(0, dueAt - sharedNow()))
      }
    }),
  )
  const elapsed = (sharedNow() - begun) / 1_000
  const msPer = (used: number) => (used * 1_000) / Math.max(1, took.length)
  const result = {
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95),
    p99: percentile(took, 0.99),
    perSecond: took.length / elapsed,
    serverMs: msPer(processorSeconds(world.serverPids) - server),
    databaseMs: msPer(processorSecondsOf(world.helperPids()) - database),
    commands: took.length,
    lost,
  }
  for (const { commander } of clients) commander.close()
  return result
}
