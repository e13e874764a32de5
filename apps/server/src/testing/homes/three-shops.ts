import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { createAppStoreDouble } from '../doubles/app-store-double.ts'
import { createGooglePlayDouble } from '../doubles/google-play-double.ts'
import { createOpenIdProvider } from '../doubles/openid-provider.ts'
import { createStripeDouble } from '../doubles/stripe-double.ts'
import { createFakeClock } from '../fake-clock.ts'
import { createTestApp } from '../test-app.ts'
import { AUDIENCE, appleYears, googleYears, PUSHER, stripeYears, type YearShop } from './shop-years.ts'

/** Fakes of all three shops; each signs like the real one. */
export async function createShopDoubles() {
  const clock = createFakeClock(new Date())
  const folder = mkdtempSync(join(tmpdir(), 'senca-shops-'))
  const stripe = await createStripeDouble({ clock })
  const play = await createGooglePlayDouble({ clock, folder })
  const store = await createAppStoreDouble({ clock, folder })
  const provider = await createOpenIdProvider({ clock })
  return {
    clock,
    stripe,
    play,
    store,
    /** The variables that a server needs to sell in them. */
    environment: {
      ...stripe.environment,
      ...play.environment,
      ...store.environment,
      GOOGLE_ISSUER: provider.issuer,
      GOOGLE_PLAY_PUSH_ACCOUNT: PUSHER,
      GOOGLE_PLAY_PUSH_AUDIENCE: AUDIENCE,
    },
    /** The shops as they send notifications to a server. */
    notifyingOf: (url: string): [YearShop, YearShop, YearShop] => [
      stripeYears(stripe, url),
      googleYears(play, { url, provider, clock }),
      appleYears(store, { url, clock }),
    ],
    async close() {
      await Promise.all([stripe.close(), play.close(), store.close(), provider.close()])
      rmSync(folder, { recursive: true })
    },
  }
}

/** The app with fakes of all three shops. */
export async function createThreeShops(environment: Record<string, string> = {}) {
  const doubles = await createShopDoubles()
  const { clock, stripe, play, store } = doubles
  const app = await createTestApp({ clock, environment: { ...doubles.environment, ...environment } })
  /** Waits until the reconciliation is done, which means that the next one is an hour ahead. */
  const caughtUp = (timeoutMs = 60_000) =>
    vi.waitFor(async () => {
      const { rows } = await app.database.pool.query(
        `select 1 from graphile_worker.jobs where key = 'reconcile-subscriptions' and run_at > now() + interval '10 minutes'`,
      )
      expect(rows).toHaveLength(1)
    }, timeoutMs)
  return {
    app,
    caughtUp,
    /** Starts the hourly reconciliation with the shops now. */
    async check(timeoutMs?: number) {
      await caughtUp(timeoutMs)
      await app.database.pool.query(
        `select graphile_worker.add_job('reconcile-subscriptions', '{}'::json, job_key => 'reconcile-subscriptions')`,
      )
      await caughtUp(timeoutMs)
    },
    clock,
    stripe,
    play,
    store,
    years: doubles.notifyingOf(app.url),
    async close() {
      await app.close()
      await doubles.close()
    },
  }
}

export type ShopDoubles = Awaited<ReturnType<typeof createShopDoubles>>
export type ThreeShops = Awaited<ReturnType<typeof createThreeShops>>
