import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildStale } from './builds.mjs'
import { onStopRequest, startNode } from './children.mjs'
import { ensureInstalled, giveUp, ROOT } from './installation.mjs'

const PROGRAM = join(ROOT, 'apps', 'server', 'dist', 'backup.js')
const USAGE = {
  backup: 'npm run backup -- FILE [--force]',
  restore: 'npm run restore -- FILE',
  verify: 'npm run verify -- FILE',
  'move-out': 'npm run move-out',
}

const [name, ...rest] = process.argv.slice(2)
const args = readArguments()
// A backup uses an existing build, so that a backup before an upgrade does not change the files of the running server.
if (name === 'restore' || !existsSync(PROGRAM)) {
  await ensureInstalled()
  await buildStale().catch((error) => giveUp(error.message))
}
const child = startNode(['--enable-source-maps', PROGRAM, name, ...args])
onStopRequest(() => child.kill('SIGTERM'))
child.once('exit', (code) => process.exit(code ?? 1))

/** Relative paths are relative to the folder in which the command was typed. */
function readArguments() {
  try {
    const options = name === 'backup' ? { force: { type: 'boolean' } } : {}
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true })
    if (name === 'move-out' && positionals.length === 0) return []
    if (name !== 'move-out' && positionals.length === 1 && positionals[0] !== '') {
      const file = resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0])
      return [file, ...(values.force ? ['--force'] : [])]
    }
  } catch {
    // An unknown option prints the usage, like a missing file.
  }
  return giveUp(`Usage: ${USAGE[name]}`)
}
