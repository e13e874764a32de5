import { errorBodySchema } from '@senca/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PLAY_PRODUCTS } from '#testing/doubles/google-play-double.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createThreeShops, type ThreeShops } from '#testing/homes/three-shops.ts'

let shops: ThreeShops
beforeAll(async () => {
  shops = await createThreeShops({ APPLE_ENVIRONMENT: 'sandbox' })
})
afterAll(() => shops.close())

const show = async (call: 'google' | 'apple', json: object) => {
  const client = await createConfirmedClient(shops.app)
  return client.api('POST', `/auth/api/v1/subscription/${call}`, { json })
}

it('in the sandbox purchases that are tests count, and those that are none of the App Store do not', async () => {
  const { play, store } = shops
  const test = { purchaseToken: play.buy({ isTest: true }), productId: PLAY_PRODUCTS.monthly }
  expect((await show('google', test)).body).toMatchObject({ status: 'paid', provider: 'google_play' })
  const signedTransaction = await store.transaction(store.buy({ environment: 'Sandbox' }))
  expect((await show('apple', { signedTransaction })).body).toMatchObject({
    status: 'paid',
    provider: 'apple',
  })
  const real = await show('apple', { signedTransaction: await store.transaction(store.buy()) })
  expect(errorBodySchema.parse(real.body)).toMatchObject({ error_detail: 'payment_invalid' })
})
