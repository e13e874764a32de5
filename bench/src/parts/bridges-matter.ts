import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { startMatterHome } from '../devices/matter-home.ts'
import type { Flags } from '../flags.ts'
import { percentile } from '../percentiles.ts'
import { commandLineOf, memoryOf, memoryOfAll, processorSeconds } from '../product/process-cost.ts'
import { type ProductWorld, startProductWorld } from '../product/product.ts'
import { printTable } from '../table.ts'

const DEVICES = 100
const REPORTING = 50
const REPORTS_PER_SECOND = 2
const COMMANDS = 40
const LOST_AFTER_MS = 5_000
const REST_SECONDS = 30
const SETTLE_MS = 5_000
const MIB = 2 ** 20
const WHOLE = 10_000
const TOLERANCE = 0.02

const namesSchema = z.record(z.string(), z.string())

/** As a shade at rest is shown: near an end it is there. */
const shownOf = (position: number): number => {
  if (position <= TOLERANCE) return 0
  return position >= 1 - TOLERANCE ? WHOLE : Math.round(position * WHOLE)
}

type MatterHome = Awaited<ReturnType<typeof startMatterHome>>

/** Devices report; the milliseconds until an app has their positions. */
async function measureStates(
  world: ProductWorld,
  home: MatterHome,
  { ids, names, seconds }: { ids: readonly string[]; names: Record<string, string>; seconds: number },
) {
  const before = new Map((await world.devices.inspect()).map(({ id, position }) => [id, position]))
  let sentAt = new Float64Array()
  const seen = await home.positionsDuring(async () => {
    ;({ sentAt } = await world.devices.report(ids, REPORTS_PER_SECOND, seconds, true))
  })
  const delays: number[] = []
  let lost = 0
  for (const [nth, id] of ids.entries()) {
    const got = [...(seen.get(home.endpointOf(names[id] ?? '')) ?? [])]
    let position = before.get(id) ?? 0
    let shown = shownOf(position)
    for (let at = nth; at < sentAt.length; at += ids.length) {
      position = (Math.round(position * 1_000 + 7) % 1_000) / 1_000
      const next = shownOf(position)
      if (next === shown) continue
      shown = next
      const first = got.findIndex(({ lift }) => lift === next)
      const [arrived] = first < 0 ? [] : got.splice(0, first + 1).slice(-1)
      if (arrived === undefined) lost += 1
      else delays.push(arrived.at - (sentAt[at] ?? 0))
    }
  }
  return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), lost }
}

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

/** A Matter bridge of a hundred devices: its memory, how fast an app has states, and commands back. */
export async function benchMatter({ rounds, seconds }: Flags) {
  const world = await startProductWorld({ MATTER: 'off' })
  try {
    const [ids = []] = await world.addHomes(1, DEVICES)
    const account = world.accountOf(ids)
    const names = namesSchema.parse(await account.get('device/list?index=token'))
    const home = await startMatterHome({ url: world.url, account })
    const memory = () => memoryOf(home.programPid).rss / MIB
    const empty: number[] = []
    const full: number[] = []
    const granted: number[] = []
    const share: number[] = []
    const states: Awaited<ReturnType<typeof measureStates>>[] = []
    const commands: Awaited<ReturnType<typeof measureCommands>>[] = []
    await home.pair()
    for (let round = 0; round < rounds; round += 1) {
      await home.grant([])
      await wait(SETTLE_MS)
      empty.push(memory())
      granted.push(await home.grant(ids))
      await wait(SETTLE_MS)
      states.push(await measureStates(world, home, { ids: ids.slice(0, REPORTING), names, seconds }))
      commands.push(
        await measureCommands(
          home,
          ids.slice(0, REPORTING).map((id) => home.endpointOf(names[id] ?? '')),
        ),
      )
      await wait(SETTLE_MS)
      const begun = processorSeconds([home.programPid])
      await wait(REST_SECONDS * 1_000)
      share.push(((processorSeconds([home.programPid]) - begun) / REST_SECONDS) * 100)
      full.push(memory())
    }
    await home.stop()
    printTable(`A Matter bridge of ${DEVICES} shades, run by the program in a home, with one app`, [
      { figure: 'memory of the process (RSS), without devices', unit: 'MiB', product: empty },
      { figure: `… with ${DEVICES}`, unit: 'MiB', product: full, mark: { atMost: 220 } },
      {
        figure: '… each',
        unit: 'MiB',
        product: full.map((value, nth) => (value - (empty[nth] ?? value)) / DEVICES),
        mark: { atMost: 0.5 },
      },
      { figure: 'at rest', unit: '% of a processor', product: share, mark: { atMost: 0.5 } },
      { figure: `${DEVICES} devices granted, to the app`, unit: 's', product: granted },
      {
        figure: 'a report, to its position in the app: p50',
        unit: 'ms',
        product: states.map(({ p50 }) => p50),
        mark: { atMost: 60 },
      },
      { figure: '… p99', unit: 'ms', product: states.map(({ p99 }) => p99), mark: { atMost: 250 } },
      { figure: '… lost', unit: '', product: states.map(({ lost }) => lost) },
      {
        figure: 'a command answered: p99',
        unit: 'ms',
        product: commands.map(({ answeredP99 }) => answeredP99),
        mark: { atMost: 1_000 },
      },
      {
        figure: 'a command, to its position in the app: p50',
        unit: 'ms',
        product: commands.map(({ p50 }) => p50),
      },
      { figure: '… p99', unit: 'ms', product: commands.map(({ p99 }) => p99) },
      { figure: '… lost', unit: '', product: commands.map(({ lost }) => lost) },
    ])
  } finally {
    await world.stop()
  }
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
    await wait(REST_SECONDS * 1_000)
    return {
      memory: memoryOfAll(world.serverPids).rss / MIB,
      wakes: (wakesOf(pid) - wakes) / REST_SECONDS,
      processor: ((processorSeconds([pid]) - processor) / REST_SECONDS) * 100,
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
