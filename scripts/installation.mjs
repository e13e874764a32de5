import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const ROOT = dirname(import.meta.dirname)

const OLDEST_NODE = [20, 19]
const ATTEMPTS = 2

/** Prints one line for the person who typed the command, and ends the process with an error. */
export function giveUp(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Installs the dependencies unless exactly those of package-lock.json are installed. Ends the process on failure. */
export function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    giveUp(`Senca needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  }
  if (isInstalled()) return
  process.stdout.write('Installing the dependencies…\n')
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    // NODE_ENV=production would omit packages that the build needs.
    const { status } = runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'])
    if (status === 0) return
  }
  giveUp('The installation failed: see the lines above.')
}

/** npm writes the list of installed packages last, so a matching list means a complete installation. */
function isInstalled() {
  const listFile = join(ROOT, 'node_modules', '.package-lock.json')
  if (!existsSync(listFile)) return false
  return agrees(readPackages(join(ROOT, 'package-lock.json')), readPackages(listFile))
}

/** Whether every wanted package is installed in its version; optional packages (for other platforms) may be missing. */
export function agrees(wanted, installed) {
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    return found === undefined ? optional === true : found.version === version
  })
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

function runNpm(args) {
  const npm = process.env.npm_execpath
  const options = { cwd: ROOT, stdio: 'inherit' }
  return npm?.endsWith('.js') === true
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, options)
}
