import { join } from 'node:path'
import { buildStale } from './builds.mjs'
import { onStopRequest, startNode } from './children.mjs'
import { ensureInstalled, giveUp, ROOT } from './installation.mjs'

ensureInstalled()
await buildStale().catch((error) => giveUp(error.message))
const child = startNode(['--enable-source-maps', join(ROOT, 'apps', 'server', 'dist', 'doctor.js')])
onStopRequest(() => child.kill('SIGTERM'))
child.once('exit', (code) => process.exit(code ?? 1))
