import { provisionedDevicesSchema } from '@senca/contract'
import { OPERATOR_TOKEN, type Product } from '@senca/e2e/product/product.ts'
import { type HomeAccount, registerAccount } from '../home-account.ts'
import { inParallel } from '../in-parallel.ts'

const PROVISIONED_AT_ONCE = 1_000
const CLAIMS_AT_ONCE = 16

export interface Home {
  account: HomeAccount
  /** The places of its devices among all of them. */
  places: readonly number[]
}

/** Accounts with so many claimed devices each, all through the product's own calls. */
export async function createHomes(product: Product, count: number, devicesEach: number) {
  const made: ReturnType<typeof provisionedDevicesSchema.parse> = []
  for (let left = count * devicesEach; left > 0; left -= PROVISIONED_AT_ONCE) {
    const answer = await fetch(`${product.url}/auth/api/v1/operator/device/provision`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'roller_shutter', count: Math.min(left, PROVISIONED_AT_ONCE) }),
    })
    made.push(...provisionedDevicesSchema.parse(await answer.json()))
  }
  const homes = await inParallel(Array.from({ length: count }), CLAIMS_AT_ONCE, async (_, number) => {
    const account = await registerAccount(product.url, number)
    const places = Array.from({ length: devicesEach }, (_unused, index) => number * devicesEach + index)
    for (const [index, place] of places.entries()) {
      await account.claim(made[place]?.claimCode ?? '', `Shade ${index + 1}`)
    }
    return { account, places }
  })
  return { homes, devices: made.map(({ id, secret }) => ({ id, secret })) }
}
