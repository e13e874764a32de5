import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGooglePlayDouble, PLAY_PRODUCTS } from '@senca/server/google-play-double'

export type GooglePlayDouble = Awaited<ReturnType<typeof startGooglePlayDouble>>

/** The fake Google Play of the server's tests, in the time of the machine. */
export async function startGooglePlayDouble() {
  const folder = mkdtempSync(join(tmpdir(), 'senca-e2e-play-'))
  const play = await createGooglePlayDouble({ clock: { now: () => new Date() }, folder })
  return {
    /** The environment variables with which a server uses this double. */
    environment: play.environment,
    /** Simulates that a person buys a plan in the app. */
    buy(plan: keyof typeof PLAY_PRODUCTS) {
      const productId = PLAY_PRODUCTS[plan]
      return { purchaseToken: play.buy({ productId }), productId }
    },
    async stop() {
      await play.close()
      rmSync(folder, { recursive: true })
    },
  }
}
