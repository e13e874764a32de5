import { join, resolve } from 'node:path'
import { buildStale } from './builds.mjs'
import { onStopRequest, startNode, stopChild } from './children.mjs'
import { ensureInstalled, giveUp, ROOT } from './installation.mjs'
import { environment } from './operator.mjs'

const PROGRAM = join(ROOT, 'apps', 'matter', 'dist', 'bridge.js')

await ensureInstalled()
try {
  await buildStale(['matter'])
} catch (error) {
  giveUp(error.message)
}
const { BRIDGE_SERVER = '', BRIDGE_TOKEN = '', MATTER_CERTIFICATES = '', DATA_DIR } = environment
// As the server starts its own.
const bridge = startNode(['--max-semi-space-size=4', PROGRAM, ...process.argv.slice(2)], {
  env: { BRIDGE_SERVER, BRIDGE_TOKEN, MATTER_CERTIFICATES, DATA_DIR: resolve(ROOT, DATA_DIR || 'data') },
  input: 'inherit',
})
onStopRequest(async () => {
  await stopChild(bridge)
  process.exit(0)
})
bridge.once('exit', (code) => process.exit(code ?? 1))
