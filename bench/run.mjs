import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildStale } from '../scripts/builds.mjs'
import { ensureInstalled, giveUp, ROOT } from '../scripts/installation.mjs'

// Installs and builds what is outdated, then runs one measurement: `node bench/run.mjs <name> [arguments]`.
const [name, ...rest] = process.argv.slice(2)

await ensureInstalled()
try {
  await buildStale()
} catch (error) {
  giveUp(error.message)
}
const child = spawn(
  process.execPath,
  ['--import', 'tsx', join(ROOT, 'bench', 'src', `${name}.ts`), ...rest],
  {
    cwd: ROOT,
    stdio: 'inherit',
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 1))
