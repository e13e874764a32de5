import { expect } from '@playwright/test'
import { Client } from './client.ts'
import { DEMO, type Product, startProduct } from './product.ts'

export interface DemoHome {
  readonly product: Product
  /** The owner of the demo home, signed in by the API. */
  readonly owner: Client
}

/** Starts the product with its demo home, whose devices move `speed` times as fast as real ones, and waits until all are online. */
export async function startDemoHome(speed = 1): Promise<DemoHome> {
  const product = await startProduct({}, ['--speed', String(speed)])
  await product.startSimulator()
  return { product, owner: await ownerOf(product) }
}

/** Signs in the owner of the demo home, once every device of it is online. */
export async function ownerOf(product: Product): Promise<Client> {
  const owner = new Client(product.url)
  await owner.signIn(DEMO.email, DEMO.password)
  await everyDeviceIsOnline(owner)
  return owner
}

/** Waits until every device is online and has reported: what a light can do is known from its first report on. */
export async function everyDeviceIsOnline(owner: Client): Promise<void> {
  const silent = async () =>
    Object.values(await owner.devices()).filter(
      ({ connected, state }) => !connected || state.reportedAt === null,
    )
  await expect.poll(async () => (await silent()).length, { timeout: 30_000, intervals: [100] }).toBe(0)
}

/** Waits until a device rests, at a place 0..1 where one is given, to half a percent. */
export async function isAtRest(
  owner: Client,
  id: string,
  place: { position?: number; inclination?: number } = {},
): Promise<void> {
  const near = Object.entries(place).map(([axis, value]) => [axis, expect.closeTo(value, 2)])
  await expect
    .poll(async () => (await owner.device(id)).state, { timeout: 45_000, intervals: [100, 250] })
    .toMatchObject({ status: 'ready', ...Object.fromEntries(near) })
}
