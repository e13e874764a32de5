import { setTimeout as wait } from 'node:timers/promises'
import { sharedNow } from '../monotonic.ts'
import { memoryOf, processorSeconds } from '../product/process-cost.ts'
import type { ProductWorld } from '../product/product.ts'
import { printTable, rowsOf } from '../table.ts'
import { type MatterHome, measureStates } from './bridges-matter-states.ts'

const MOVING_PER_SECOND = 4
const SHADES = 40
const OTHERS = [24_582, 4_631]
const SETTLE_MS = 10_000
const CHECK_MS = 50
const WITHIN_MS = 120_000
const MIB = 2 ** 20

interface Load {
  /** Those of the rounds before, and all that one bridge can have. */
  ids: readonly string[]
  all: readonly string[]
  names: Record<string, string>
  seconds: number
}

/** Resolves to the seconds since `begun` until it is so. */
async function secondsUntil(begun: number, isSo: () => Promise<boolean>): Promise<number> {
  while (!(await isSo())) {
    if (sharedNow() - begun > WITHIN_MS) return Number.POSITIVE_INFINITY
    await wait(CHECK_MS)
  }
  return (sharedNow() - begun) / 1_000
}

/** What a bridge does under load, with further parts and apps, and after something has ended. */
export async function measureLoad(world: ProductWorld, home: MatterHome, { ids, all, names, seconds }: Load) {
  const memory = async () => {
    await wait(SETTLE_MS)
    return memoryOf(home.programPid()).rss / MIB
  }
  const before = await memory()
  await home.grant(all)
  const full = await memory()
  for (const vendor of OTHERS) await home.pairAnother(vendor)
  const shared = await memory()

  const endpoints = ids.slice(0, SHADES).map((id) => home.endpointOf(names[id] ?? ''))
  const closing = await home.closeAll(endpoints, WITHIN_MS)
  const cost = processorSeconds([home.programPid()])
  const moving = await measureStates(world, home, {
    ids,
    names,
    seconds,
    perSecond: MOVING_PER_SECOND,
    isAtRest: false,
  })
  const movingSeconds = processorSeconds([home.programPid()]) - cost
  await wait(SETTLE_MS)

  const begun = sharedNow()
  const restarting = world.restart(all)
  // They are not there any more, and then they are.
  await secondsUntil(begun, async () => (await home.reachable(false)) > 0)
  const reachableAfter = await secondsUntil(begun, async () => (await home.reachable(true)) === all.length)
  const readyAfter = ((await restarting) - begun) / 1_000
  await wait(SETTLE_MS)

  const killed = sharedNow()
  await home.killProgram()
  const [one = ''] = ids
  let subscribedAfter = Number.POSITIVE_INFINITY
  while (subscribedAfter === Number.POSITIVE_INFINITY && sharedNow() - killed < WITHIN_MS) {
    const seen = await home.positionsDuring(async () => {
      await world.devices.report([one], 1, 1, true)
    })
    const [first] = seen.get(home.endpointOf(names[one] ?? '')) ?? []
    if (first !== undefined) subscribedAfter = (first.at - killed) / 1_000
  }
  return {
    closing,
    moving,
    full,
    each: (full - before) / (all.length - ids.length),
    shared: shared - full,
    movingSeconds,
    readyAfter,
    reachableAfter,
    subscribedAfter,
  }
}

export function printLoad(found: readonly Awaited<ReturnType<typeof measureLoad>>[]): void {
  const row = rowsOf(found)
  printTable('The same bridge with 150 parts, and under load', [
    row('memory of the process (RSS) with 150 parts', 'MiB', ({ full }) => full, 220),
    row('… each further part', 'MiB', ({ each }) => each, 0.5),
    row('… two more apps', 'MiB', ({ shared }) => shared, 30),
    row('all 100 moving at 4 Hz, to the app: p99', 'ms', ({ moving }) => moving.p99, 500),
    row('… reports of a part, the most', 'per s', ({ moving }) => moving.most, 2),
    row('… processor of the process for it', 's', ({ movingSeconds }) => movingSeconds),
    row('40 shades by one "close all": answered', '', ({ closing }) => closing.answered),
    row('… the last answer', 'ms', ({ closing }) => closing.answeredMs),
    row('… the last shown closed', 'ms', ({ closing }) => closing.shownMs, 2_000),
    row('the server restarted, to its being ready', 's', ({ readyAfter }) => readyAfter),
    row('… to all reachable', 's', ({ reachableAfter }) => reachableAfter, 15),
    row('kill -9 of the process, to subscribed again', 's', ({ subscribedAfter }) => subscribedAfter, 30),
  ])
}
