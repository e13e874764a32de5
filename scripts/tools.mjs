import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './installation.mjs'

const PATH_FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin', '/usr/local/bin']
const UNPACKED = join(ROOT, '.cache', 'debian')

const find = (name, folders) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path))

const run = (command, args, cwd = ROOT) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(command, args, { cwd, env, stdio: 'ignore' })
}

/** Test files run in parallel, and two concurrent runs of apt would conflict. */
const runApt = (args, cwd) => run('flock', [join(tmpdir(), 'senca-apt.lock'), 'apt-get', '-q', ...args], cwd)

/**
 * The path of a program that tests need; installed with apt if possible. Otherwise throws with the command to type, because a
 * test that could not run must not look like one that passed. The package of a `service` is only unpacked, because an
 * installation would start the service. A package that needs libraries is installed, and `keepsStill` names its unit, which must
 * not start.
 */
export function findTool(name, debianPackage, { isService = false, keepsStill } = {}) {
  const there = find(name, PATH_FOLDERS)
  if (there !== undefined) return there
  if (!existsSync('/usr/bin/apt-get')) throw new Error(`This test needs ${name}: install it`)
  if (isService) return unpack(name, debianPackage)
  const install = ['install', '-y', '--no-install-recommends', debianPackage]
  if (process.getuid?.() !== 0)
    throw new Error(`This test needs ${name}. Type: sudo apt-get ${install.join(' ')}`)
  process.stdout.write(`Installing ${debianPackage} by apt for the tests…\n`)
  if (keepsStill !== undefined) run('systemctl', ['mask', keepsStill])
  runApt(['update'])
  runApt(install)
  return found(find(name, PATH_FOLDERS), name, debianPackage)
}

/** The path of Python with a module that tests need; installed with apt if possible, otherwise it throws. */
export function findPython(module, debianPackage) {
  const python = findTool('python3', 'python3')
  const has = () => spawnSync(python, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0
  if (has()) return python
  const install = ['install', '-y', '--no-install-recommends', debianPackage]
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`This test needs ${debianPackage}. Type: sudo apt-get ${install.join(' ')}`)
  process.stdout.write(`Installing ${debianPackage} by apt for the tests…\n`)
  runApt(['update'])
  runApt(install)
  if (!has()) throw new Error(`${debianPackage} could not be had by apt; this test needs it`)
  return python
}

/** Downloads a Debian package and unpacks it into the cache of the repository. */
export function unpack(name, debianPackage) {
  const folder = join(UNPACKED, debianPackage)
  const folders = ['usr/bin', 'usr/sbin'].map((part) => join(folder, part))
  const there = find(name, folders)
  if (there !== undefined) return there
  process.stdout.write(`Fetching ${debianPackage} by apt for the tests…\n`)
  mkdirSync(UNPACKED, { recursive: true })
  // Moved into place as a whole, because another test file may search for it or download it at the same time.
  const fetched = mkdtempSync(join(UNPACKED, `${debianPackage}-`))
  if (process.getuid?.() === 0) runApt(['update'])
  runApt(['download', debianPackage], fetched)
  const archive = readdirSync(fetched).find((file) => file.endsWith('.deb'))
  if (archive !== undefined) {
    run('dpkg-deb', ['-x', join(fetched, archive), join(fetched, 'unpacked')])
    if (!existsSync(folder)) renameSync(join(fetched, 'unpacked'), folder)
  }
  rmSync(fetched, { recursive: true, force: true })
  return found(find(name, folders), name, debianPackage)
}

function found(path, name, debianPackage) {
  if (path === undefined) throw new Error(`${debianPackage} could not be had by apt; this test needs ${name}`)
  return path
}
