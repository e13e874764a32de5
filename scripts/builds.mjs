import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  existsSync,
  constants as fsConstants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ROOT } from './installation.mjs'

const APPS = {
  web: 'index.html',
  server: 'main.js',
  simulator: 'main.js',
}
const IGNORED = new Set(['dist', 'node_modules', '.cache'])
const COMPRESSED = /\.(js|css|svg|json|webmanifest)$/
/** Below this the headers outweigh the gain. */
const MIN_COMPRESSED_BYTES = 1_024

/** Builds the apps whose sources changed since their last build; with `isForced` all. Throws when one fails. */
export async function buildStale({ isForced = false } = {}) {
  const stale = Object.keys(APPS).filter((app) => isForced || !isFresh(app))
  if (stale.length === 0) return
  process.stdout.write(`Building ${stale.join(', ')}…\n`)
  const results = await Promise.all(stale.map((app) => build(app)))
  const failed = stale.filter((_app, index) => !results[index])
  if (failed.length > 0) throw new Error(`The build of ${failed.join(', ')} failed.`)
}

const distOf = (app) => join(ROOT, 'apps', app, 'dist')
const stampOf = (app) => join(ROOT, '.cache', 'builds', app)

function isFresh(app) {
  if (!existsSync(join(distOf(app), APPS[app])) || !existsSync(stampOf(app))) return false
  return readFileSync(stampOf(app), 'utf8') === hashSources(app)
}

async function build(app) {
  const hash = hashSources(app)
  refuseReadOnly(distOf(app))
  rmSync(stampOf(app), { force: true })
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'apps', app),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  })
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
  if (code !== 0) return false
  if (app === 'web') compress(distOf(app))
  mkdirSync(join(ROOT, '.cache', 'builds'), { recursive: true })
  writeFileSync(stampOf(app), hash)
  return true
}

/** A service may run the code and not write to it. */
function refuseReadOnly(dist) {
  try {
    mkdirSync(dist, { recursive: true })
    accessSync(dist, fsConstants.W_OK)
  } catch (error) {
    throw new Error(`Senca is not built, and ${dist} cannot be written to (${error.code}): run npm run build`)
  }
}

/** Of everything that goes into a build: the app, the contract, the compiler's settings and the dependencies. */
function hashSources(app) {
  const hash = createHash('sha256')
  const files = [
    ...listFiles(join(ROOT, 'apps', app)),
    ...listFiles(join(ROOT, 'packages', 'contract')),
    join(ROOT, 'package-lock.json'),
    join(ROOT, 'tsconfig.base.json'),
    join(ROOT, 'scripts', 'builds.mjs'),
  ].filter((file) => !/\.test\.tsx?$/.test(file))
  for (const file of files.sort())
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : [path]
  })
}

/** Compresses once what would otherwise be compressed for every visitor, or sent as it is. */
function compress(folder) {
  for (const file of listFiles(folder)) {
    if (!COMPRESSED.test(file) || statSync(file).size < MIN_COMPRESSED_BYTES) continue
    const content = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
  }
}
