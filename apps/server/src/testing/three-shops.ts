import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAppStoreDouble } from './app-store-double.ts'
import { createFakeClock } from './fake-clock.ts'
import { createGooglePlayDouble } from './google-play-double.ts'
import { createOpenIdProvider } from './openid-provider.ts'
import { AUDIENCE, appleYears, googleYears, PUSHER, stripeYears } from './shop-years.ts'
import { createStripeDouble } from './stripe-double.ts'
import { createTestApp } from './test-app.ts'

/** The app with doubles of all three shops, each of which signs like the real one. */
export async function createThreeShops(environment: Record<string, string> = {}) {
  const clock = createFakeClock(new Date())
  const folder = mkdtempSync(join(tmpdir(), 'senca-shops-'))
  const stripe = await createStripeDouble({ clock })
  const play = await createGooglePlayDouble({ clock, folder })
  const store = await createAppStoreDouble({ clock, folder })
  const provider = await createOpenIdProvider({ clock })
  const app = await createTestApp({
    clock,
    environment: {
      ...stripe.environment,
      ...play.environment,
      ...store.environment,
      GOOGLE_ISSUER: provider.issuer,
      GOOGLE_PLAY_PUSH_ACCOUNT: PUSHER,
      GOOGLE_PLAY_PUSH_AUDIENCE: AUDIENCE,
      ...environment,
    },
  })
  const { url } = app
  return {
    app,
    clock,
    stripe,
    play,
    store,
    years: [
      stripeYears(stripe, url),
      googleYears(play, { url, provider, clock }),
      appleYears(store, { url, clock }),
    ],
    async close() {
      await app.close()
      await Promise.all([stripe.close(), play.close(), store.close(), provider.close()])
      rmSync(folder, { recursive: true })
    },
  }
}

export type ThreeShops = Awaited<ReturnType<typeof createThreeShops>>
