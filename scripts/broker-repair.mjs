import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './builds.mjs'
import { onStopRequest, startNode } from './children.mjs'
import { ensureInstalled, giveUp, ROOT } from './installation.mjs'

const PROGRAM = join(ROOT, 'apps', 'server', 'dist', 'broker-repair.js')

// What is built is used, as for a backup: the files of a running server are left alone.
if (!existsSync(PROGRAM)) {
  ensureInstalled()
  await buildStale().catch((error) => giveUp(error.message))
}
const child = startNode(['--enable-source-maps', PROGRAM, ...process.argv.slice(2)])
onStopRequest(() => child.kill('SIGTERM'))
child.once('exit', (code) => process.exit(code ?? 1))
