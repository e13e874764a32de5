import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './builds.mjs'
import { onStopRequest, startNode } from './children.mjs'
import { ensureInstalled, giveUp, ROOT } from './installation.mjs'

const PROGRAM = join(ROOT, 'apps', 'server', 'dist', 'push-keys.js')

// Uses an existing build, as a backup does, so that the files of a running server are not changed.
if (!existsSync(PROGRAM)) {
  await ensureInstalled()
  await buildStale().catch((error) => giveUp(error.message))
}
const child = startNode(['--enable-source-maps', PROGRAM, ...process.argv.slice(2)])
onStopRequest(() => child.kill('SIGTERM'))
child.once('exit', (code) => process.exit(code ?? 1))
