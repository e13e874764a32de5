import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { startMatterHome } from '../devices/matter-home.ts'
import type { Flags } from '../flags.ts'
import { percentile } from '../percentiles.ts'
import { connectTo } from '../product/embedded-database.ts'
import { commandLineOf, memoryOf, memoryOfAll, processorSeconds } from '../product/process-cost.ts'
import { type ProductWorld, startProductWorld } from '../product/product.ts'
import { printTable, rowsOf } from '../table.ts'
import { measureLoad, printLoad } from './bridges-matter-load.ts'
import { type MatterHome, measureStates } from './bridges-matter-states.ts'

const DEVICES = 100
/** The most of one bridge [BR13]. */
const PARTS = 150
const REPORTING = 50
const COMMANDS = 40
const LOST_AFTER_MS = 5_000
const UNUSED_SECONDS = 30
const SETTLE_MS = 5_000
/** V8 has compiled and collected what the pairing and the grants left. */
const SETTLED_MS = 60_000
const MIB = 2 ** 20

const namesSchema = z.record(z.string(), z.string())

async function measureCommands(home: MatterHome, endpoints: readonly number[]) {
  const answered: number[] = []
  const shown: number[] = []
  let lost = 0
  for (let nth = 0; nth < COMMANDS; nth += 1) {
    const value = 500 + ((nth * 3_700) % 9_000)
    const { answeredMs, shownMs } = await home.lift(
      endpoints[nth % endpoints.length] ?? 0,
      value,
      LOST_AFTER_MS,
    )
    answered.push(answeredMs)
    if (shownMs === null) lost += 1
    else shown.push(shownMs)
  }
  return {
    answeredP99: percentile(answered, 0.99),
    p50: percentile(shown, 0.5),
    p99: percentile(shown, 0.99),
    lost,
  }
}

/** One round with a home: its memory with and without devices once it has settled, and how fast an app has states and carries out commands. */
async function measureRound(
  world: ProductWorld,
  home: MatterHome,
  { ids, names, seconds }: { ids: readonly string[]; names: Record<string, string>; seconds: number },
) {
  const memory = () => memoryOf(home.programPid()).rss / MIB
  await home.grant([])
  await wait(SETTLE_MS)
  const empty = memory()
  const granted = await home.grant(ids)
  await wait(SETTLE_MS)
  const some = ids.slice(0, REPORTING)
  const states = await measureStates(world, home, { ids: some, names, seconds })
  const commands = await measureCommands(
    home,
    some.map((id) => home.endpointOf(names[id] ?? '')),
  )
  await wait(SETTLED_MS)
  const full = memory()
  return { empty, full, each: (full - empty) / DEVICES, granted, states, commands }
}

const WRITTEN = `
  select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as count from pg_stat_user_tables where relname ~ '^bridge'`
const writtenSchema = z.tuple([z.object({ count: z.number() })])

/** What a bridge costs while nothing happens: of a processor in percent, and the rows of bridges that are written. */
async function measureRest({ dataDir }: ProductWorld, home: MatterHome, seconds: number) {
  const database = await connectTo(dataDir)
  const written = async () => writtenSchema.parse((await database.query(WRITTEN)).rows)[0].count
  const [begun, before] = [processorSeconds([home.programPid()]), await written()]
  await wait(seconds * 1_000)
  const share = ((processorSeconds([home.programPid()]) - begun) / seconds) * 100
  const rows = (await written()) - before
  await database.end()
  return { share, rows }
}

/** A Matter bridge of a hundred devices: its memory, how fast an app has states, and commands back. */
export async function benchMatter({ rounds, seconds, 'rest-seconds': restSeconds }: Flags) {
  const world = await startProductWorld({ MATTER: 'off' })
  const found: Awaited<ReturnType<typeof measureRound>>[] = []
  const rests: Awaited<ReturnType<typeof measureRest>>[] = []
  const loads: Awaited<ReturnType<typeof measureLoad>>[] = []
  try {
    const [all = []] = await world.addHomes(1, PARTS)
    const ids = all.slice(0, DEVICES)
    const account = world.accountOf(all)
    const names = namesSchema.parse(await account.get('device/list?index=token'))
    const home = await startMatterHome({ url: world.url, account })
    try {
      await home.pair()
      for (let round = 0; round < rounds; round += 1)
        found.push(await measureRound(world, home, { ids, names, seconds }))
      rests.push(await measureRest(world, home, restSeconds))
      loads.push(await measureLoad(world, home, { ids, all, names, seconds }))
    } finally {
      await home.stop()
    }
  } finally {
    await world.stop()
  }
  const row = rowsOf(found)
  const rest = rowsOf(rests)
  printTable(`A Matter bridge of ${DEVICES} shades, run by the program in a home, with one app`, [
    row('memory of the process (RSS), without devices', 'MiB', ({ empty }) => empty),
    row(`… with ${DEVICES}`, 'MiB', ({ full }) => full, 220),
    row('… each', 'MiB', ({ each }) => each),
    rest(`at rest for ${restSeconds} s`, '% of a processor', ({ share }) => share, 0.5),
    rest('… rows written', '', ({ rows }) => rows, 0),
    row(`${DEVICES} devices granted, to the app`, 's', ({ granted }) => granted),
    row('a report, to its position in the app: p50', 'ms', ({ states }) => states.p50, 60),
    row('… p99', 'ms', ({ states }) => states.p99, 250),
    row('… left out for a newer one', '', ({ states }) => states.lost),
    row('a command answered: p99', 'ms', ({ commands }) => commands.answeredP99, 1_000),
    row('a command, to its position in the app: p50', 'ms', ({ commands }) => commands.p50),
    row('… p99', 'ms', ({ commands }) => commands.p99),
    row('… refused or lost', '', ({ commands }) => commands.lost),
  ])
  printLoad(loads)
  await benchUnused(rounds)
}

/** How often a process has waited for something and gone on, since its start. */
const wakesOf = (pid: number): number =>
  Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)

async function measureUnused(environment: Record<string, string>) {
  const world = await startProductWorld(environment)
  try {
    const [pid = 0] = world.serverPids
    await wait(SETTLE_MS)
    const [wakes, processor] = [wakesOf(pid), processorSeconds([pid])]
    await wait(UNUSED_SECONDS * 1_000)
    return {
      memory: memoryOfAll(world.serverPids).rss / MIB,
      wakes: (wakesOf(pid) - wakes) / UNUSED_SECONDS,
      processor: ((processorSeconds([pid]) - processor) / UNUSED_SECONDS) * 100,
      processes: matterProcesses(world),
    }
  } finally {
    await world.stop()
  }
}

const matterProcesses = (world: ProductWorld): number =>
  world.helperPids().filter((pid) => commandLineOf(pid).includes('apps/matter')).length

/** Matter that is on and used by nobody, beside a server without it. */
async function benchUnused(rounds: number) {
  const on: Awaited<ReturnType<typeof measureUnused>>[] = []
  const off: typeof on = []
  for (let round = 0; round < rounds; round += 1) {
    off.push(await measureUnused({ MATTER: 'off' }))
    on.push(await measureUnused({ MATTER: 'on' }))
  }
  printTable('Matter on and no bridge made; the floor is MATTER=off', [
    {
      figure: 'Matter processes',
      unit: '',
      product: on.map(({ processes }) => processes),
      mark: { atMost: 0 },
    },
    {
      figure: 'memory of the server (RSS)',
      unit: 'MiB',
      product: on.map(({ memory }) => memory),
      floor: off.map(({ memory }) => memory),
    },
    {
      figure: 'wakes of the server',
      unit: 'per s',
      product: on.map(({ wakes }) => wakes),
      floor: off.map(({ wakes }) => wakes),
    },
    {
      figure: 'server at rest',
      unit: '% of a processor',
      product: on.map(({ processor }) => processor),
      floor: off.map(({ processor }) => processor),
    },
  ])
}
