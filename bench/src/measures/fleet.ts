import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '@senca/e2e/product/product.ts'
import { startFakeDevices } from '../devices/fake-devices.ts'
import { sharedNow } from '../monotonic.ts'
import { median } from '../percentiles.ts'
import { type FleetSize, fillFleet } from '../product/fleet-rows.ts'
import { claimHomes, type Home, type Provisioned, provision } from '../product/homes.ts'
import { memoryOf, processorSeconds } from '../product/process-cost.ts'

const ENVIRONMENT = { DEMO: 'off', TRUST_PROXY: 'on', LOG_LEVEL: 'warn' }
const DEVICES_OF_HOME = 10
/** Waiting time after the start, so that one-time work is done. */
const REST_MS = 5_000
const CALLS = 60
const CLAIMS = 20
const WARM_UP = 10

export const FLEET_CALLS = ['sign-in', 'list', 'info', 'command', 'claim', 'activity page'] as const
type FleetCall = (typeof FLEET_CALLS)[number]

export interface FleetFigures {
  /** Seconds from the start of the process until it is ready, of each start. */
  startS: number[]
  /** Seconds of processor time of the server until then; PostgreSQL not included. */
  startProcessorS: number[]
  /** The memory of the idle server without connections, in bytes. */
  memory: number
  /** Medians of each round, in milliseconds. */
  calls: Record<FleetCall, number[]>
}

interface Lived {
  dataDir: string
  home: Home
}

/** Creates a data folder with one used home and, if `size` is given, a fleet. */
async function live(size: FleetSize | null, notified: (line: string) => void): Promise<Lived> {
  const dataDir = mkdtempSync(join(tmpdir(), 'senca-fleet-'))
  const product = await startProduct({ ...ENVIRONMENT, DATA_DIR: dataDir })
  try {
    const made = await provision(product.url, 'roller_shutter', DEVICES_OF_HOME)
    const [home] = await claimHomes(product.url, made, DEVICES_OF_HOME)
    if (home === undefined) throw new Error('there is no home')
    if (size !== null) await fillFleet(dataDir, size, notified)
    return { dataDir, home }
  } finally {
    await product.stop()
  }
}

async function startOn(dataDir: string) {
  const begun = sharedNow()
  const product = await startProduct({ ...ENVIRONMENT, DATA_DIR: dataDir })
  const startS = (sharedNow() - begun) / 1_000
  return { product, startS, startProcessorS: processorSeconds([product.serverPid()]) }
}

type Started = Awaited<ReturnType<typeof startOn>>

/** Starts the server again on such a data folder; only its one home is measured. */
async function wake({ dataDir, home }: Lived) {
  const started = await startOn(dataDir)
  const { product } = started
  await wait(REST_MS)
  const memory = memoryOf(product.serverPid()).rss
  const devices = await startFakeDevices(product.mqtt, 'senca')
  const person = home.account.at(product.url)
  await devices.connect(home.devices.map(({ id, secret }) => ({ id, secret })))
  const ids = home.devices.map(({ id }) => id)
  await devices.report(ids, 0, 0)
  return { ...started, devices, person, ids, memory }
}
type Awake = Awaited<ReturnType<typeof wake>>

const took = async (task: () => Promise<unknown>): Promise<number> => {
  const begun = sharedNow()
  await task()
  return sharedNow() - begun
}

/**
 * The median time of a call at each of the servers. They take turns at every call, so that other work of the machine slows both
 * down equally.
 */
async function mediansOf(
  servers: readonly Awake[],
  count: number,
  task: (of: Awake, number: number) => Promise<unknown>,
): Promise<number[]> {
  const rows: { of: Awake; times: number[] }[] = servers.map((of) => ({ of, times: [] }))
  for (let number = 0; number < count; number += 1) {
    for (const { of, times } of number % 2 === 0 ? rows : rows.toReversed())
      times.push(await took(() => task(of, number)))
  }
  return rows.map(({ times }) => median(times))
}

/** One round of all calls; for each call the medians in the order of the servers. */
async function callsOf(
  servers: readonly Awake[],
  calls: number,
  claims: number,
): Promise<Record<FleetCall, number[]>> {
  const move = ({ person, ids }: Awake, number: number) => {
    const command = { token: ids[number % ids.length], command: 'move', position: number % 2 === 0 ? 20 : 80 }
    return person.post('device/move', { commands: [command], wait: false })
  }
  const fresh = new Map<Awake, Provisioned[]>()
  for (const of of servers) fresh.set(of, await provision(of.product.url, 'roller_shutter', claims))
  const found = {
    'sign-in': await mediansOf(servers, calls, ({ person }) => person.signIn()),
    list: await mediansOf(servers, calls, ({ person }) => person.get('device/list?index=token')),
    info: await mediansOf(servers, calls, ({ person, ids }) => person.inspect(ids)),
    command: await mediansOf(servers, calls, move),
    claim: await mediansOf(servers, claims, (of, number) =>
      of.person.claim(fresh.get(of)?.[number]?.claimCode ?? '', `Fleet ${number}`),
    ),
    'activity page': await mediansOf(servers, calls, ({ person }) => person.get('activity/list')),
  }
  // Removed again, so that each round has the same number of devices.
  for (const [{ person }, made] of fresh) await person.remove(made.map(({ id }) => id))
  return found
}

const noFigures = (): FleetFigures => ({
  startS: [],
  startProcessorS: [],
  memory: Number.NaN,
  calls: { 'sign-in': [], list: [], info: [], command: [], claim: [], 'activity page': [] },
})

function noteStart(figures: FleetFigures, { startS, startProcessorS }: Started) {
  figures.startS.push(startS)
  figures.startProcessorS.push(startProcessorS)
}

/** Measures a database with a fleet beside one with a single home. */
export async function measureFleet(
  size: FleetSize,
  rounds: number,
  notified: (line: string) => void,
): Promise<{ full: FleetFigures; empty: FleetFigures }> {
  const lived: Lived[] = []
  const awake: Awake[] = []
  try {
    for (const fleet of [size, null]) lived.push(await live(fleet, notified))
    const measured = lived.map((one) => ({ one, figures: noFigures() }))
    for (let round = 1; round < rounds; round += 1) {
      for (const { one, figures } of measured) {
        const started = await startOn(one.dataDir)
        noteStart(figures, started)
        await started.product.stop()
      }
    }
    for (const { one, figures } of measured) {
      const of = await wake(one)
      awake.push(of)
      noteStart(figures, of)
      figures.memory = of.memory
    }
    await callsOf(awake, WARM_UP, 1)
    for (let round = 0; round < rounds; round += 1) {
      const times = await callsOf(awake, CALLS, CLAIMS)
      for (const name of FLEET_CALLS) {
        for (const [at, { figures }] of measured.entries())
          figures.calls[name].push(times[name][at] ?? Number.NaN)
      }
    }
    const [full, empty] = measured.map(({ figures }) => figures)
    if (full === undefined || empty === undefined) throw new Error('nothing was measured')
    return { full, empty }
  } finally {
    for (const { product, devices } of awake) {
      await devices.stop()
      await product.stop()
    }
    for (const { dataDir } of lived) rmSync(dataDir, { recursive: true, force: true })
  }
}
