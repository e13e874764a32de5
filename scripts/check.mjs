import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, ROOT } from './installation.mjs'

const PROJECTS = [
  'packages/contract',
  'apps/server',
  'apps/simulator',
  'apps/matter',
  'apps/web',
  'apps/web/worker',
  'e2e',
  'bench',
]

await ensureInstalled()
const bin = (name) => join(ROOT, 'node_modules', '.bin', name)
const ownChecks = readdirSync(join(import.meta.dirname, 'checks')).filter(
  (file) => /^check-.*\.mjs$/.test(file) && !file.endsWith('.test.mjs'),
)
const checks = [
  ['format and lint', bin('biome'), ['ci', '--error-on-warnings']],
  ...PROJECTS.filter((project) => existsSync(join(ROOT, project, 'tsconfig.json'))).map((project) => [
    `types of ${project}`,
    bin('tsc'),
    // As many checks as processors run at once, and several threads for one of them do the same work twice.
    ['-p', project, '--singleThreaded', '--pretty', String(process.stdout.isTTY === true)],
  ]),
  ...ownChecks
    .sort()
    .map((file) => [
      file.slice('check-'.length, -'.mjs'.length),
      process.execPath,
      [join('scripts', 'checks', file)],
    ]),
]
const waiting = [...checks]
const failed = []
await Promise.all(Array.from({ length: availableParallelism() }, checkNext))
if (failed.length > 0) {
  process.stderr.write(`Failed: ${failed.join(', ')}\n`)
  process.exit(1)
}
process.stdout.write('All checks passed.\n')

async function checkNext() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, command, args] = next
    const { output, status } = await run(command, args)
    process.stdout.write(`· ${name}\n${output}`)
    if (status !== 0) failed.push(name)
  }
}

/** Runs a program. Its output is kept, so that the outputs of several programs are not mixed. */
async function run(command, args) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text) => {
      output += text
    })
  }
  const [status] = await once(child, 'close')
  return { output, status }
}
