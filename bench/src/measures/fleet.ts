import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '@senca/e2e/product/product.ts'
import { type FakeDevices, startFakeDevices } from '../devices/fake-devices.ts'
import { sharedNow } from '../monotonic.ts'
import { median } from '../percentiles.ts'
import { type FleetSize, fillFleet } from '../product/fleet-rows.ts'
import { claimHomes, type Home, type Provisioned, provision } from '../product/homes.ts'
import { memoryOf } from '../product/process-cost.ts'

const ENVIRONMENT = { DEMO: 'off', TRUST_PROXY: 'on', LOG_LEVEL: 'warn' }
const DEVICES_OF_HOME = 10
/** Waiting time after the start, so that one-time work is done. */
const REST_MS = 5_000
const CALLS = 60
const CLAIMS = 20
const WARM_UP = 10

export const FLEET_CALLS = ['sign-in', 'list', 'info', 'command', 'claim', 'activity page'] as const
export type FleetCall = (typeof FLEET_CALLS)[number]

export interface FleetFigures {
  /** Seconds from the start of the process until it is ready. */
  startS: number
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
async function live(size: FleetSize | null, told: (line: string) => void): Promise<Lived> {
  const dataDir = mkdtempSync(join(tmpdir(), 'senca-fleet-'))
  const product = await startProduct({ ...ENVIRONMENT, DATA_DIR: dataDir })
  try {
    const made = await provision(product.url, 'roller_shutter', DEVICES_OF_HOME)
    const [home] = await claimHomes(product.url, made, DEVICES_OF_HOME)
    if (home === undefined) throw new Error('there is no home')
    if (size !== null) await fillFleet(dataDir, size, told)
    return { dataDir, home }
  } finally {
    await product.stop()
  }
}

/** Starts the server again on such a data folder; only its one home is measured. */
async function wake({ dataDir, home }: Lived) {
  const begun = sharedNow()
  const product = await startProduct({ ...ENVIRONMENT, DATA_DIR: dataDir })
  const startS = (sharedNow() - begun) / 1_000
  await wait(REST_MS)
  const memory = memoryOf(product.serverPid()).rss
  const devices = await startFakeDevices(product.mqtt, 'senca')
  const person = home.account.at(product.url)
  await devices.connect(home.devices.map(({ id, secret }) => ({ id, secret })))
  const ids = home.devices.map(({ id }) => id)
  await devices.report(ids, 0, 0)
  return { product, devices, person, ids, startS, memory }
}
type Awake = Awaited<ReturnType<typeof wake>>

const took = async (task: () => Promise<unknown>): Promise<number> => {
  const begun = sharedNow()
  await task()
  return sharedNow() - begun
}

async function medianOf(count: number, task: (number: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let number = 0; number < count; number += 1) times.push(await took(() => task(number)))
  return median(times)
}

async function callsOf(
  { person, ids, product }: Awake,
  calls: number,
  claims: number,
): Promise<Record<FleetCall, number>> {
  const move = (number: number) => {
    const command = { token: ids[number % ids.length], command: 'move', position: number % 2 === 0 ? 20 : 80 }
    return person.post('device/move', { commands: [command], wait: false })
  }
  const fresh: Provisioned[] = await provision(product.url, 'roller_shutter', claims)
  const found = {
    'sign-in': await medianOf(calls, person.signIn),
    list: await medianOf(calls, () => person.get('device/list?index=token')),
    info: await medianOf(calls, () => person.look(ids)),
    command: await medianOf(calls, move),
    claim: await medianOf(claims, (number) =>
      person.claim(fresh[number]?.claimCode ?? '', `Fleet ${sharedNow()}`),
    ),
    'activity page': await medianOf(calls, () => person.get('activity/list')),
  }
  // Removed again, so that each round has the same number of devices.
  await person.remove(fresh.map(({ id }) => id))
  return found
}

const noTimes = (): FleetFigures['calls'] => ({
  'sign-in': [],
  list: [],
  info: [],
  command: [],
  claim: [],
  'activity page': [],
})

/** Measures a database with a fleet and one with a single home, alternating in each round. */
export async function measureFleet(
  size: FleetSize,
  rounds: number,
  told: (line: string) => void,
): Promise<{ full: FleetFigures; empty: FleetFigures }> {
  const lived: Lived[] = []
  const awake: { product: { stop(): Promise<void> }; devices: FakeDevices }[] = []
  try {
    const figures: { of: Awake; found: FleetFigures }[] = []
    for (const fleet of [size, null]) lived.push(await live(fleet, told))
    for (const one of lived) {
      const of = await wake(one)
      awake.push(of)
      figures.push({ of, found: { startS: of.startS, memory: of.memory, calls: noTimes() } })
    }
    for (const { of } of figures) await callsOf(of, WARM_UP, 1)
    for (let round = 0; round < rounds; round += 1) {
      for (const { of, found } of round % 2 === 0 ? figures : figures.toReversed()) {
        const times = await callsOf(of, CALLS, CLAIMS)
        for (const name of FLEET_CALLS) found.calls[name].push(times[name])
      }
    }
    const [full, empty] = figures.map(({ found }) => found)
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
