import { buildStale } from './builds.mjs'
import { ensureInstalled, giveUp } from './installation.mjs'

ensureInstalled()
try {
  await buildStale({ isForced: true })
} catch (error) {
  giveUp(error.message)
}
