import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DeviceType } from '@senca/contract'
import { createHardware } from '@senca/e2e/product/hardware.ts'
import pg from 'pg'
import { createHttpCall, type HttpCall } from '../../product/http-call.ts'
import { Account } from '../account.ts'
import { areReady, type HomeInUse, openSoakHome, provision, type SoakHome, until } from '../soak-home.ts'
import { type Watcher, watch } from '../watcher.ts'
import type { Cluster } from './cluster.ts'

const PASSWORD = 'river-lamp-43-bridge'
const SOCKETS = 6
const READY_WITHIN_MS = 60_000

/** The devices of the home that the load uses. */
const LIVED_IN: readonly { type: DeviceType; count: number; parts?: string[] }[] = [
  { type: 'awning', count: 4 },
  { type: 'roller_shutter', count: 3 },
  { type: 'light', count: 1, parts: ['light_1', 'light_1_dimmer'] },
  { type: 'home_door', count: 1 },
]
const TIMED = 6
const COUNTED = 3
const TAPPED = 4

/** A home that is used only by scenarios and counted moves. */
interface Clockwork {
  account: Account
  timed: string[]
  counted: string[]
  tapped: string[]
  /** The parts of it that are compared. */
  shown: Pick<SoakHome, 'product' | 'readers' | 'devices' | 'watchers'>
}

export interface ClusterHome {
  home: SoakHome
  clockwork: Clockwork
  stop(): Promise<void>
}

const emailOf = (name: string): string => `${name}-${process.pid}@example.com`

/** Confirms an account directly in the database, because the e-mail is in the folder of whichever instance wrote it. */
async function confirm(databaseUrl: string, email: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rowCount } = await client.query('update accounts set is_confirmed = true where email = $1', [email])
  await client.end()
  if (rowCount !== 1) throw new Error(`there is no account ${email}`)
}

async function moveIn({ databaseUrl }: Cluster, call: HttpCall, name: string, wanted: typeof LIVED_IN) {
  const account = new Account(call, emailOf(name), PASSWORD)
  await account.register()
  await confirm(databaseUrl, account.email)
  await account.renew()
  const place = { name: 'Home', lat: 0, lon: 0, timezone: 'Etc/UTC' }
  const ask = async (path: string, json: Record<string, unknown>): Promise<void> => {
    const made = await account.ask('POST', `/api/v1/${path}`, json)
    if (made.kind !== 'answered' || made.status !== 200) throw new Error(`${path}: ${JSON.stringify(made)}`)
  }
  await ask('home/create', place)
  const units: { id: string; secret: string; type: DeviceType; parts?: string[] }[] = []
  for (const { type, count, parts } of wanted) {
    for (const [nth, { id, secret, claimCode }] of (await provision(call, type, count)).entries()) {
      await ask('device/claim', { claimCode, name: `${type} ${nth + 1}` })
      units.push({ id, secret, type, ...(parts === undefined ? {} : { parts }) })
    }
  }
  return { account, units }
}

/** Accounts that call each instance directly, without the load balancer. */
async function readersOf({ instances }: Cluster, name: string) {
  return Promise.all(
    instances.map(async ({ url }, nth) => {
      const caller = createHttpCall(url.replace('localhost', '127.0.0.1'))
      const account = new Account(caller.call, emailOf(name), PASSWORD)
      await account.signIn()
      return { who: `instance ${nth + 1}`, account, end: caller.end }
    }),
  )
}

/** Two homes with simulated devices at the broker of a cluster, and accounts that use its load balancer. */
export async function openClusterHome(cluster: Cluster): Promise<ClusterHome> {
  const { call, end } = createHttpCall(cluster.url)
  const own = await moveIn(cluster, call, 'owner', LIVED_IN)
  const other = await moveIn(cluster, call, 'clockwork', [
    { type: 'awning', count: TIMED + TAPPED },
    { type: 'roller_shutter', count: COUNTED },
  ])
  const homeFile = join(mkdtempSync(join(tmpdir(), 'senca-cluster-home-')), 'home.json')
  writeFileSync(homeFile, JSON.stringify({ mqtt: cluster.mqtt, devices: [...own.units, ...other.units] }))
  const hardware = createHardware(() => homeFile, ['--speed', '20'])
  await hardware.startSimulator()
  const product: HomeInUse = { ...hardware, url: cluster.url }
  const home = await openSoakHome(product, (through) => new Account(through, own.account.email, PASSWORD))
  const ownReaders = await readersOf(cluster, 'owner')
  const otherReaders = await readersOf(cluster, 'clockwork')
  home.readers = ownReaders
  const { account } = other
  if (!(await until(async () => areReady(await account.devices()), READY_WITHIN_MS))) {
    const states = Object.values(await account.devices()).map(
      ({ id, connected, state }) => `${id} ${connected ? 'connected' : 'away'} ${state.status}`,
    )
    throw new Error(`the other home does not become ready: ${states.join(', ')}`)
  }
  const watchers: Watcher[] = Array.from({ length: SOCKETS }, () => watch(cluster.url, account))
  await until(() => watchers.every((watcher) => watcher.isSignedIn()), READY_WITHIN_MS)
  const idsOf = (type: DeviceType): string[] =>
    other.units.filter((unit) => unit.type === type).map(({ id }) => id)
  const awnings = idsOf('awning')
  return {
    home,
    clockwork: {
      account,
      timed: awnings.slice(0, TIMED),
      tapped: awnings.slice(TIMED),
      counted: idsOf('roller_shutter'),
      shown: { product, readers: otherReaders, devices: Object.values(await account.devices()), watchers },
    },
    async stop() {
      for (const watcher of watchers) watcher.stop()
      home.stop()
      for (const reader of [...ownReaders, ...otherReaders]) reader.end()
      end()
      await hardware.endSimulator()
      rmSync(dirname(homeFile), { recursive: true, force: true })
    },
  }
}
