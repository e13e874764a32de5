import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type DeviceInfo, deviceLinkSchema, provisionedDevicesSchema } from '@senca/contract'
import { DEMO, OPERATOR_TOKEN, type Product } from '@senca/e2e/product/product.ts'
import { createHttpCall, type HttpCall } from '../product/http-call.ts'
import { Account } from './account.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { type Watcher, watch } from './watcher.ts'

/** The address of a home in use, and access to its hardware. */
export type HomeInUse = Pick<Product, 'url' | 'inspect' | 'provoke'>

/** A home with its accounts, and what is known about them independently of the product. */
export interface SoakHome<P extends HomeInUse = HomeInUse> {
  product: P
  call: HttpCall
  isReached(): boolean
  ledger: Ledger
  ledgerPath: string
  owner: Account
  /** The owner, once per server, to read the state of the home from each of them. */
  readers: { who: string; account: Account }[]
  /** Owns nothing at first and claims newly provisioned devices. */
  neighbour: Account
  devices: DeviceInfo[]
  /** A link to `shared` that may be used a thousand times. */
  linkToken: string
  shared: DeviceInfo
  watchers: Watcher[]
  stop(): void
}

/** A home in a separate product that can be killed completely. */
export type ProductHome = SoakHome<Product>

/** A worker that performs one step after the other; a step must never throw. */
export interface Worker {
  name: string
  step(): Promise<void>
  /** Compares what it wrote with the present values. */
  verify(): Promise<void>
}

const NEIGHBOUR_PASSWORD = 'river-lamp-43-bridge'
const DAY_MS = 86_400_000
const SOCKETS = 4
const READY_WITHIN_MS = 20_000

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Polls until the condition is true, at most `withinMs`. Returns whether it became true. */
export async function until(isTrue: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const endMs = performance.now() + withinMs
  for (;;) {
    if (await isTrue()) return true
    if (performance.now() > endMs) return false
    await sleep(50)
  }
}

/** Provisions devices of a type as the operator. */
export async function provision(call: HttpCall, type: string, count: number) {
  const { text } = await call({
    method: 'POST',
    path: '/auth/api/v1/operator/device/provision',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type, count }),
  })
  return provisionedDevicesSchema.parse(JSON.parse(text))
}

export const areReady = (devices: Record<string, DeviceInfo>): boolean =>
  Object.values(devices).every(({ state }) => state.status === 'ready')

/** A door says what it can do in a report of its own, which may come later. */
const isComplete = (devices: Record<string, DeviceInfo>): boolean =>
  areReady(devices) && Object.values(devices).some(({ can }) => can.includes('unlockMotor'))

/**
 * Signs in all accounts, waits until all devices of the owner are ready (the demo home by default), and opens a ledger. Throws if
 * that fails.
 */
export async function openSoakHome<P extends HomeInUse>(
  product: P,
  ownerOf: (call: HttpCall) => Account = (call) => new Account(call, DEMO.email, DEMO.password),
): Promise<SoakHome<P>> {
  const { call, isReached, end } = createHttpCall(product.url)
  const ledgerPath = join(mkdtempSync(join(tmpdir(), 'senca-ledger-')), 'ledger.jsonl')
  const ledger = createLedger(ledgerPath)
  const owner = ownerOf(call)
  await owner.signIn()
  const neighbour = new Account(call, `neighbour-${process.pid}@example.com`, NEIGHBOUR_PASSWORD)
  await neighbour.register()
  await neighbour.renew()
  if (!(await until(async () => isComplete(await owner.devices()), READY_WITHIN_MS)))
    throw new Error('the home does not become ready')
  const devices = Object.values(await owner.devices())
  const shared = devices.find(({ devicetype }) => devicetype === 'awning')
  if (shared === undefined) throw new Error('the home has no awning')
  const made = await owner.ask('POST', '/api/v1/device-link/create', {
    devices: [shared.id],
    multiUse: true,
    maxUses: 1_000,
    name: 'guest',
    startsAt: new Date(Date.now() - 1_000).toISOString(),
    expiresAt: new Date(Date.now() + 20 * DAY_MS).toISOString(),
  })
  if (made.kind !== 'answered' || made.status !== 200) throw new Error(`no link: ${JSON.stringify(made)}`)
  const linkToken = deviceLinkSchema.parse(made.body).token
  const watchers = Array.from({ length: SOCKETS }, () => watch(product.url, owner))
  await until(() => watchers.every((watcher) => watcher.isSignedIn()), READY_WITHIN_MS)
  return {
    product,
    call,
    isReached,
    ledger,
    ledgerPath,
    owner,
    readers: [{ who: 'the API', account: owner }],
    neighbour,
    devices,
    linkToken,
    shared,
    watchers,
    stop() {
      for (const watcher of watchers) watcher.stop()
      end()
      // The ledger is kept for the analysis of losses.
      if (!ledger.hasLost()) rmSync(dirname(ledgerPath), { recursive: true })
    },
  }
}
