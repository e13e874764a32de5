import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './builds.mjs'
import { isRunning, onStopRequest, startNode, stopChild } from './children.mjs'
import { ensureInstalled, giveUp, ROOT } from './installation.mjs'

const SERVER = join(ROOT, 'apps', 'server', 'dist', 'main.js')
const SIMULATOR = join(ROOT, 'apps', 'simulator', 'dist', 'main.js')

/**
 * The Node options of the server, also for tests and measurements. The semi-space is limited (in MiB), because each half of the
 * young generation otherwise grows to 16 on Node 20 and to 64 on Node 24 and is never freed, which would be most of the memory of
 * an idle server. These options override NODE_OPTIONS.
 */
const OPTIONS = JSON.parse(readFileSync(join(ROOT, 'scripts', 'server-options.json'), 'utf8'))

await ensureInstalled()
try {
  await buildStale()
} catch (error) {
  giveUp(error.message)
}
supervise()

/** Runs the server and, for a demo home, its simulated hardware as separate processes. */
function supervise() {
  let isStopping = false
  let simulator
  const server = startNode([...OPTIONS, SERVER])

  const stopAll = async (exitCode) => {
    if (isStopping) return
    isStopping = true
    await Promise.all([stopChild(simulator), stopChild(server)])
    process.exit(exitCode ?? server.exitCode ?? 1)
  }
  onStopRequest(() => stopAll())
  server.once('exit', () => stopAll(1))
  server.on('message', (message) => {
    if (message?.type !== 'ready' || typeof message.demoHome !== 'string' || isStopping) return
    simulator = startNode([SIMULATOR, '--home', message.demoHome, ...process.argv.slice(2)])
    simulator.once('exit', () => {
      if (!isStopping && isRunning(server))
        process.stdout.write('The simulator has ended: the demo devices are offline.\n')
    })
  })
}
