import { freePort } from '@senca/server/free-port'
import { COVER_FORMS, type CoverForm } from '../devices/announced-cover.ts'
import { startBridge } from '../devices/bridge.ts'
import type { Flags } from '../flags.ts'
import { measureBurst, measureLists, untilEntities, withdrawAll } from '../measures/announcements.ts'
import { addCovers, measureCoverStates } from '../measures/cover-states.ts'
import { measureFanOut } from '../measures/fan-out.ts'
import { measureRoundTrips } from '../measures/roundtrip.ts'
import { type ProductWorld, startProductWorld } from '../product/product.ts'
import { inspectorOption, openInspector } from '../soak/inspector.ts'
import { printTable, type Row } from '../table.ts'

const MIB = 2 ** 20
const WARM_UP_S = 2
/** How long the command of another account is measured while a bridge announces its covers. */
const BURST_S = 4
const LISTS_S = 3
const LISTS_AT_ONCE = 4
/** Commands to one bridge leave at 20 a second. */
const COMMAND_EVERY_MS = 60
const SETTLE_AFTER_ADDING_S = 2

const SECONDS = { plain: { atMost: 2 }, zigbee2mqtt: { atMost: 4 } } as const
const MICROSECONDS = { plain: { atMost: 150 }, zigbee2mqtt: { atMost: 200 } } as const
const TITLES = { plain: '400 B', zigbee2mqtt: '1.1 KB with three templates, as Zigbee2MQTT' } as const

/** A home of its own for each measurement, with devices of our own protocol. */
const homeOf = async (world: ProductWorld, devices = 1) => {
  const [home = []] = await world.addHomes(1, devices)
  return { home, account: world.accountOf(home) }
}
const pushTo = <T extends string>(found: Record<T, number[]>, values: Record<T, number>) => {
  for (const name in values) found[name].push(values[name])
}

export async function benchDiscovery(flags: Flags) {
  const port = await freePort()
  const world = await startProductWorld(inspectorOption(port))
  try {
    for (const form of COVER_FORMS) await benchBurst(world, port, form, flags)
    await benchStates(world, flags)
    await benchCoverRoundTrips(world, flags)
  } finally {
    await world.stop()
  }
}

async function benchBurst(world: ProductWorld, port: number, form: CoverForm, { rounds, announced }: Flags) {
  const other = await homeOf(world)
  const seats = other.home.map((deviceId) => ({ home: other.home, deviceId }))
  const inspector = await openInspector(port)
  const found: Record<'seconds' | 'bytes' | 'rest' | 'meanwhile' | 'list' | 'calls' | 'size', number[]> = {
    seconds: [],
    bytes: [],
    rest: [],
    meanwhile: [],
    list: [],
    calls: [],
    size: [],
  }
  await measureRoundTrips(world, { seats, seconds: WARM_UP_S })
  for (let round = 0; round < rounds; round += 1) {
    const { account } = await homeOf(world)
    const { p95: rest } = await measureRoundTrips(world, { seats, seconds: BURST_S })
    const before = await inspector.heapBytes()
    const [{ bridge, seconds }, { p95: meanwhile }] = await Promise.all([
      measureBurst(account, form, announced),
      measureRoundTrips(world, { seats, seconds: BURST_S }),
    ])
    const bytes = (await inspector.heapBytes()) - before
    const { p95: list, bytes: size } = await measureLists(world.url, account, { seconds: LISTS_S, atOnce: 1 })
    const { perSecond: calls } = await measureLists(world.url, account, {
      seconds: LISTS_S,
      atOnce: LISTS_AT_ONCE,
    })
    pushTo(found, { seconds, bytes: bytes / MIB, rest, meanwhile, list, calls, size: size / MIB })
    await withdrawAll(account, bridge, form, announced)
  }
  inspector.end()
  printTable(`${announced} covers announced in one burst, ${TITLES[form]}`, [
    { figure: 'until all are listed', unit: 's', product: found.seconds, mark: SECONDS[form] },
    { figure: 'heap after collection', unit: 'MiB', product: found.bytes, mark: { atMost: 24 } },
    {
      figure: "another account's command meanwhile, against rest: p95",
      unit: 'ms',
      product: found.meanwhile,
      floor: found.rest,
      mark: { atMost: 2 },
    },
    { figure: '`discovery/list`: p95', unit: 'ms', product: found.list, mark: { atMost: 60 } },
    { figure: '`discovery/list`: calls', unit: 'per s', product: found.calls, mark: { atLeast: 50 } },
    { figure: '`discovery/list`: size', unit: 'MiB', product: found.size },
  ])
}

async function benchStates(world: ProductWorld, { devices, rate, 'state-seconds': seconds }: Flags) {
  const native = await homeOf(world, devices)
  const { reportUs } = await measureFanOut(world, {
    homes: [native.home],
    viewersEach: 1,
    perSecond: rate,
    seconds,
  })
  const rows: Row[] = []
  for (const form of COVER_FORMS) {
    const { home, account } = await homeOf(world)
    const bridge = await startBridge(account)
    await bridge.announce(form, devices)
    await untilEntities(account, devices)
    await addCovers(account, 'Cover')
    const asked = { home, bridge, form, count: devices, perSecond: rate }
    await measureCoverStates(world, { ...asked, seconds: SETTLE_AFTER_ADDING_S })
    const { us, share } = await measureCoverStates(world, { ...asked, seconds })
    await bridge.stop()
    rows.push(
      {
        figure: `${form === 'plain' ? 'without' : 'with'} a template`,
        unit: 'µs of processor',
        product: [us],
        mark: MICROSECONDS[form],
      },
      {
        figure: '… against native reports',
        unit: 'µs of processor',
        product: [us],
        floor: reportUs,
        mark: { atMost: 1.5 },
      },
      { figure: '… share that reached the page', unit: '', product: [share] },
    )
  }
  printTable(
    `${devices} covers × ${rate} states a second for ${seconds} s, each state; the floor is native`,
    rows,
  )
}

async function benchCoverRoundTrips(world: ProductWorld, { rounds, seconds }: Flags) {
  const { home, account } = await homeOf(world)
  const bridge = await startBridge(account)
  await bridge.announce('zigbee2mqtt', 1)
  await untilEntities(account, 1)
  const covers = await addCovers(account, 'Cover')
  const measure = (ids: readonly string[], lasting: number) =>
    measureRoundTrips(world, {
      seats: ids.map((deviceId) => ({ home, deviceId })),
      seconds: lasting,
      everyMs: COMMAND_EVERY_MS,
      isWhole: true,
    })
  for (const ids of [home, covers]) await measure(ids, WARM_UP_S)
  const found: Record<'p50' | 'p99' | 'lost', number[]> = { p50: [], p99: [], lost: [] }
  const floor: Record<'p50' | 'p99' | 'lost', number[]> = { p50: [], p99: [], lost: [] }
  for (let round = 0; round < rounds; round += 1) {
    const { p50, p99, lost } = await measure(home, seconds)
    pushTo(floor, { p50, p99, lost })
    const trip = await measure(covers, seconds)
    pushTo(found, { p50: trip.p50, p99: trip.p99, lost: trip.lost })
  }
  await bridge.stop()
  printTable('Command round trip through a discovery cover; the floor is a native device', [
    { figure: 'p50', unit: 'ms', product: found.p50, floor: floor.p50, mark: { atMost: 1.3 } },
    { figure: 'p99', unit: 'ms', product: found.p99, floor: floor.p99, mark: { atMost: 1.5 } },
    { figure: 'lost', unit: '', product: found.lost },
  ])
}
