import { buildStale } from '../builds.mjs'
import { giveUp } from '../installation.mjs'

/** The build of the web app refuses pages that load more JavaScript than their budget allows. */
try {
  await buildStale(['web'])
} catch (error) {
  giveUp(error.message)
}
