import { spawn } from 'node:child_process'
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

/** Prints what is done and, when it is done, how long it took. `work` must print nothing. */
export async function step(name, work) {
  const startedAt = performance.now()
  process.stdout.write(`${name}… `)
  try {
    return await work()
  } finally {
    process.stdout.write(`${Math.max(1, Math.round((performance.now() - startedAt) / 1_000))} s\n`)
  }
}

/** Installs the dependencies unless exactly those of package-lock.json are installed. Ends the process on failure. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    giveUp(`Senca needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  }
  if (isInstalled()) return
  const { status, printed } = await step('Installing packages', install)
  if (status !== 0) giveUp(`${printed}The installation failed: see the lines above.`)
}

async function install() {
  let result
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    // NODE_ENV=production would omit packages that the build needs.
    result = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'])
    if (result.status === 0) break
  }
  return result
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
  const [command, ...first] = npm?.endsWith('.js') === true ? [process.execPath, npm] : ['npm']
  return runQuietly(command, [...first, ...args], { cwd: ROOT })
}

/** Runs a command and collects what it prints. The status is null if it was ended or could not be started. */
export async function runQuietly(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      printed += bytes
    })
  }
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      printed += `${error.message}\n`
      resolve(null)
    })
    child.once('close', resolve)
  })
  return { status, printed }
}
