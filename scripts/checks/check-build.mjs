import { buildStale } from '../builds.mjs'
import { giveUp } from '../installation.mjs'

/** The build of the web app fails if a page loads more JavaScript than its budget allows. */
try {
  await buildStale(['web'])
} catch (error) {
  giveUp(error.message)
}
