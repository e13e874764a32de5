import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, ROOT } from './installation.mjs'

const PROJECTS = ['packages/contract', 'apps/server', 'apps/simulator', 'apps/web', 'e2e', 'bench']

ensureInstalled()
const bin = (name) => join(ROOT, 'node_modules', '.bin', name)
const ownChecks = readdirSync(join(import.meta.dirname, 'checks')).filter(
  (file) => /^check-.*\.mjs$/.test(file) && !file.endsWith('.test.mjs'),
)
const checks = [
  ['format and lint', bin('biome'), ['ci', '--error-on-warnings']],
  ...PROJECTS.filter((project) => existsSync(join(ROOT, project, 'tsconfig.json'))).map((project) => [
    `types of ${project}`,
    bin('tsc'),
    ['-p', project],
  ]),
  ...ownChecks
    .sort()
    .map((file) => [
      file.slice('check-'.length, -'.mjs'.length),
      process.execPath,
      [join('scripts', 'checks', file)],
    ]),
]
const failed = checks.filter(([name, command, args]) => {
  process.stdout.write(`· ${name}\n`)
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status !== 0
})
if (failed.length > 0) {
  process.stderr.write(`Failed: ${failed.map(([name]) => name).join(', ')}\n`)
  process.exit(1)
}
process.stdout.write('All checks passed.\n')
