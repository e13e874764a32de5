import { buildStale, PRODUCT } from './builds.mjs'
import { ensureInstalled, giveUp } from './installation.mjs'

await ensureInstalled()
try {
  await buildStale(PRODUCT, { isForced: true })
} catch (error) {
  giveUp(error.message)
}
