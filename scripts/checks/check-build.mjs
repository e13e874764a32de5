import { buildStale } from '../builds.mjs'
import { giveUp } from '../installation.mjs'

/** The build of the web app fails if a page loads more JavaScript than its budget allows. A person who starts sees its warnings. */
try {
  const warnings = await buildStale(['web'])
  if (warnings !== '') giveUp('The build of the web app prints the lines above: mend their cause.')
} catch (error) {
  giveUp(error.message)
}
