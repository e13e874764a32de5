import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import { sharedNow } from '../monotonic.ts'
import type { ProductWorld } from '../product/product.ts'
import type { Viewer } from '../product/world.ts'

/** The web app waits this long before its first retry and doubles the delay after each failure. */
const FIRST_DELAY_MS = 500
const TRIES = 8
const REPORTS_PER_SECOND = 2
/** Messages in transit arrive within this time. */
const SETTLE_MS = 1_000
const CHECKS_AT_ONCE = 20

const knownSchema = z.object({ connected: z.boolean(), totalStateUpdates: z.nullable(z.number()) })

export interface Storm {
  sockets: number
  /** Sockets that did not reconnect, and sockets without the last state of a device. */
  lost: number
  wrong: number
  /** Milliseconds until half of them, and until all of them, have reconnected. */
  halfMs: number
  allMs: number
  /** Failed connection attempts, which were retried. */
  failedTries: number
}

interface Seat {
  home: readonly string[]
  viewer: Viewer | null
  /** The newest count of each device, received or read. */
  countById: Map<string, number>
  backAt: number
  failedTries: number
}

/**
 * Cuts all websockets at once while a device of each home continues to report. Each client reconnects as the web app does: after
 * a jittered delay it signs in and reads the states again. At the end it must know the last state of every device.
 */
export async function measureSocketStorm(
  world: ProductWorld,
  homes: readonly string[][],
  { sockets, seconds }: { sockets: number; seconds: number },
): Promise<Storm> {
  const seats = Array.from({ length: sockets }, (_, index): Seat => {
    const home = homes[index % homes.length] ?? []
    return { home, viewer: null, countById: new Map(), backAt: 0, failedTries: 0 }
  })
  const tokens = new Map<readonly string[], string>(
    await pLimit(CHECKS_AT_ONCE).map(
      homes,
      async (home) => [home, await world.accountOf(home).websocketToken()] as const,
    ),
  )
  const open = async (seat: Seat) => {
    seat.viewer = await world.openSocket(tokens.get(seat.home) ?? '', ({ deviceId, totalStateUpdates }) =>
      take(seat, deviceId, totalStateUpdates),
    )
  }
  await pLimit(CHECKS_AT_ONCE).map(seats, open)

  const begun = sharedNow()
  const reporting = world.devices.report(
    homes.flatMap((home) => home.slice(0, 1)),
    REPORTS_PER_SECOND,
    seconds,
  )
  for (const seat of seats) {
    seat.viewer?.cut()
    seat.viewer = null
    seat.countById.clear()
  }
  await Promise.all(seats.map((seat) => comeBack(seat, open)))
  await pLimit(CHECKS_AT_ONCE).map(seats, async (seat) => {
    if (seat.viewer === null) return
    const found = await world.accountOf(seat.home).inspect(seat.home)
    for (const [id, { totalStateUpdates }] of Object.entries(found)) take(seat, id, totalStateUpdates)
  })
  await reporting
  await wait(SETTLE_MS)

  const finals = new Map((await world.devices.inspect()).map((state) => [state.id, state.totalStateUpdates]))
  const back = seats.filter(({ viewer }) => viewer !== null)
  const times = back.map(({ backAt }) => backAt - begun).sort((one, other) => one - other)
  for (const { viewer } of seats) viewer?.cut()
  return {
    sockets,
    lost: seats.length - back.length,
    wrong: back.filter(({ home, countById }) => home.some((id) => countById.get(id) !== finals.get(id)))
      .length,
    halfMs: times[Math.floor(times.length / 2)] ?? Number.NaN,
    allMs: times.at(-1) ?? Number.NaN,
    failedTries: seats.reduce((sum, { failedTries }) => sum + failedTries, 0),
  }
}

function take({ countById }: Seat, deviceId: string, count: number | null) {
  if (count !== null && count > (countById.get(deviceId) ?? -1)) countById.set(deviceId, count)
}

async function comeBack(seat: Seat, open: (seat: Seat) => Promise<void>) {
  for (let attempt = 0; attempt < TRIES && seat.viewer === null; attempt += 1) {
    const delay = FIRST_DELAY_MS * 2 ** attempt
    await wait(delay / 2 + (Math.random() * delay) / 2)
    await open(seat).catch(() => {
      seat.failedTries += 1
    })
  }
  seat.backAt = sharedNow()
}

/** Cuts the connections of all devices at once; all of them reconnect immediately. */
export async function measureDeviceStorm(world: ProductWorld, homes: readonly string[][]): Promise<Storm> {
  const ids = homes.flat()
  const { ms, refused } = await world.devices.reconnect(ids)
  await wait(SETTLE_MS)
  const own = new Map((await world.devices.inspect()).map((state) => [state.id, state]))
  const found = Object.assign(
    {},
    ...(await pLimit(CHECKS_AT_ONCE).map(homes, (home) => world.accountOf(home).inspect(home))),
  )
  const known = z.record(z.string(), knownSchema).parse(found)
  const isBack = (id: string) => own.get(id)?.connected === true && known[id]?.connected === true
  const isRight = (id: string) => known[id]?.totalStateUpdates === own.get(id)?.totalStateUpdates
  return {
    sockets: ids.length,
    lost: ids.filter((id) => !isBack(id)).length,
    wrong: ids.filter((id) => !isRight(id)).length,
    halfMs: Number.NaN,
    allMs: ms,
    failedTries: refused,
  }
}
