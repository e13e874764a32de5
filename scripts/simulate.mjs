import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildStale } from './builds.mjs'
import { onStopRequest, startNode, stopChild } from './children.mjs'
import { ensureInstalled, giveUp, ROOT } from './installation.mjs'
import { environment, provisionDevices, serverUrl } from './operator.mjs'

const SIMULATOR = join(ROOT, 'apps', 'simulator', 'dist', 'main.js')

await ensureInstalled()
try {
  await buildStale(['simulator'])
} catch (error) {
  giveUp(error.message)
}
const args = process.argv.slice(2)
const simulator = startNode([SIMULATOR, ...args, ...(await identity())])
onStopRequest(async () => {
  await stopChild(simulator)
  process.exit(0)
})
simulator.once('exit', (code) => process.exit(code ?? 1))

/** A device in set-up mode is new each time, unless a file with its identity is given. */
async function identity() {
  const has = (name) => args.some((arg) => arg === name || arg.startsWith(`${name}=`))
  if (!has('--setup') || has('--device')) return []
  const token = environment.OPERATOR_TOKEN
  if (!token) {
    process.stdout.write(
      'OPERATOR_TOKEN is not set, so no server knows this device: set the one that the server was started with, or name a provisioned device with --device.\n',
    )
    return []
  }
  const at = args.indexOf('--type')
  const type = at === -1 ? 'roller_shutter' : args[at + 1]
  const made = await provisionDevices({ url: serverUrl(), token, type, count: 1 })
  const folder = resolve(ROOT, environment.DATA_DIR || 'data')
  const file = join(folder, 'setup-device.json')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
  process.stdout.write(`A new device was made; the same one again: --device ${file}\n`)
  return ['--device', file]
}
