import { type DeviceType, provisionedDevicesSchema } from '@senca/contract'
import { OPERATOR_TOKEN } from '@senca/e2e/product/product.ts'
import pLimit from 'p-limit'
import type { Credentials } from '../devices/fake-device.ts'
import { connectTo } from './embedded-database.ts'
import { type HomeAccount, registerAccount } from './home-account.ts'

const PROVISIONED_AT_ONCE = 1_000
const CLAIMS_AT_ONCE = 8

export interface Provisioned extends Credentials {
  claimCode: string
}

export interface Home {
  account: HomeAccount
  devices: readonly Provisioned[]
}

/** Provisions devices of a type as the operator. */
export async function provision(url: string, type: DeviceType, count: number): Promise<Provisioned[]> {
  const made: Provisioned[] = []
  while (made.length < count) {
    const answer = await fetch(`${url}/auth/api/v1/operator/device/provision`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type, count: Math.min(count - made.length, PROVISIONED_AT_ONCE) }),
    })
    made.push(...provisionedDevicesSchema.parse(await answer.json()))
  }
  return made
}

/** Registers one account for each group of devices, which claims them. */
export function claimHomes(
  url: string,
  devices: readonly Provisioned[],
  devicesEach: number,
): Promise<Home[]> {
  const numbers = Array.from({ length: devices.length / devicesEach }, (_, number) => number)
  return pLimit(CLAIMS_AT_ONCE).map(numbers, async (number) => {
    const account = await registerAccount(url, number)
    const own = devices.slice(number * devicesEach, (number + 1) * devicesEach)
    for (const [place, { claimCode }] of own.entries()) await account.claim(claimCode, `Shade ${place + 1}`)
    return { account, devices: own }
  })
}

/** The same rows as after a claim of a device that was never used. */
const SETTLE = `
  update devices set owner_id = accounts.id, name = settled.name, name_key = lower(settled.name), is_claimable = false,
    claimed_at = now()
  from unnest($1::text[], $2::text[], $3::text[]) settled (id, email, name)
  join accounts on accounts.email = settled.email
  where devices.id = settled.id`

/**
 * Like `claimHomes`, but writes the claims in bulk, which saves minutes for thousands of devices. Only for devices that have not
 * connected yet. The accounts are confirmed and numbered
 * from `first`.
 */
export async function settleHomes(
  { url, dataDir }: { url: string; dataDir: string },
  devices: readonly Provisioned[],
  devicesEach: number,
  first: number,
): Promise<Home[]> {
  const numbers = Array.from({ length: devices.length / devicesEach }, (_, number) => number)
  const homes = await pLimit(CLAIMS_AT_ONCE).map(numbers, async (number) => ({
    account: await registerAccount(url, first + number),
    devices: devices.slice(number * devicesEach, (number + 1) * devicesEach),
  }))
  const settled = homes.flatMap(({ account, devices: own }) =>
    own.map(({ id }, place) => ({ id, email: account.email, name: `Shade ${place + 1}` })),
  )
  const client = await connectTo(dataDir)
  try {
    const column = (name: 'id' | 'email' | 'name') => settled.map((one) => one[name])
    const { rowCount } = await client.query(SETTLE, [column('id'), column('email'), column('name')])
    const emails = homes.map(({ account }) => account.email)
    await client.query('update accounts set is_confirmed = true where email = any($1)', [emails])
    if (rowCount !== settled.length) throw new Error(`${rowCount} of ${settled.length} devices were settled`)
  } finally {
    await client.end()
  }
  return homes
}
