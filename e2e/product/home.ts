import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { DemoHome, DeviceType } from '@senca/contract'
import { DEMO_PLAN } from '@senca/server/demo-plan'
import { Client, provision } from './client.ts'
import { createHardware } from './hardware.ts'
import { linkIn } from './mailbox.ts'
import { type Account, OPERATOR_TOKEN, type Product, productOf } from './product.ts'
import type { Server } from './server.ts'

const PASSWORD = 'shadow-on-a-wall-7'

/** A device of a test home. */
export type Furniture = { name: string; type: DeviceType; parts?: string[]; version?: 1 | 2 }

/** This many devices of all types: those of the other homes, and more of them with numbered names. */
export const manyDevices = (count: number): Furniture[] =>
  Array.from({ length: count }, (_, index) => {
    const [kind, floor] = [DEMO_PLAN[index % DEMO_PLAN.length], Math.floor(index / DEMO_PLAN.length)]
    if (kind === undefined) throw new Error('There are no devices')
    return { ...kind, name: floor === 0 ? kind.name : `${kind.name.slice(0, 17)} ${floor + 1}` }
  })

/** The devices of the demo home that have one of these names. */
export const furniture = (...names: readonly string[]): Furniture[] =>
  DEMO_PLAN.filter(({ name }) => names.includes(name))

export interface Home {
  readonly product: Product
  /** The owner of the home, signed in to the API. */
  readonly owner: Client
}

let homes = 0

/**
 * Creates a home on a running server: a confirmed account, and devices of every type that move `speed` times as fast as real
 * ones. Resolves when all of them are online. `simulatorArguments` are added to the command line of the simulator; `devices` are
 * the devices of the home, by default those of the demo home.
 */
export async function startHome(
  server: Server,
  speed = 1,
  simulatorArguments: readonly string[] = [],
  devices: readonly Furniture[] = DEMO_PLAN,
): Promise<Home> {
  homes += 1
  const account = { email: `owner-${homes}-${process.pid}@example.com`, password: PASSWORD }
  const folder = mkdtempSync(join(tmpdir(), 'senca-e2e-home-'))
  const homeFile = join(folder, 'home.json')
  const owner = await confirmedOwner(server, account)
  writeFileSync(
    homeFile,
    JSON.stringify({ mqtt: server.mqtt, devices: await furnish(server, owner, devices) }),
  )
  const hardware = createHardware(() => homeFile, ['--speed', String(speed), ...simulatorArguments])
  const product = productOf(server, hardware, account, async () => {
    await hardware.endSimulator()
    rmSync(folder, { recursive: true, force: true })
  })
  await product.startSimulator()
  await everyDeviceIsOnline(owner)
  return { product, owner }
}

async function confirmedOwner(server: Server, { email, password }: Account): Promise<Client> {
  const owner = new Client(server.url)
  await owner.register(email, password)
  await owner.confirm(linkIn(await server.mailbox.newest(email, 1), '/confirmaccount'))
  return owner
}

async function furnish(
  server: Server,
  owner: Client,
  furniture: readonly Furniture[],
): Promise<DemoHome['devices']> {
  const devices: DemoHome['devices'] = []
  for (const { name, ...kind } of furniture) {
    const { id, secret, claimCode } = await provision(server.url, OPERATOR_TOKEN, kind.type)
    await owner.claim(claimCode, name)
    devices.push({ id, secret, ...kind })
  }
  return devices
}

/** Signs in as the owner of a home when all its devices are online. */
export async function ownerOf(product: Product): Promise<Client> {
  const owner = new Client(product.url)
  await owner.signIn(product.account.email, product.account.password)
  await everyDeviceIsOnline(owner)
  return owner
}

/** Waits until every device is online and has reported: the capabilities of a light are only known from its first report on. */
export async function everyDeviceIsOnline(owner: Client): Promise<void> {
  const silent = async () =>
    Object.values(await owner.devices()).filter(
      ({ connected, state }) => !connected || state.reportedAt === null,
    )
  await expect.poll(async () => (await silent()).length, { timeout: 120_000, intervals: [100] }).toBe(0)
}

/** Waits until a device rests, and if `position` is given, at that position 0..1 within half a percent. */
export async function isAtRest(
  owner: Client,
  id: string,
  place: { position?: number; inclination?: number } = {},
): Promise<void> {
  const near = Object.entries(place).map(([axis, value]) => [axis, expect.closeTo(value, 2)])
  await expect
    .poll(async () => (await owner.device(id)).state, { timeout: 120_000, intervals: [100, 250] })
    .toMatchObject({ status: 'ready', ...Object.fromEntries(near) })
}
