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
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ROOT, runQuietly, step } from './installation.mjs'

/** What is built: the app, its configuration if it is not the app's own, and a file of the result. */
const BUILDS = {
  web: { app: 'web', result: 'apps/web/dist/index.html' },
  server: { app: 'server', result: 'apps/server/dist/main.js' },
  simulator: { app: 'simulator', result: 'apps/simulator/dist/main.js' },
  matter: { app: 'matter', result: 'apps/matter/dist/main.js' },
  gallery: { app: 'web', config: 'gallery/vite.config.ts', result: '.cache/gallery/index.html' },
}
/** What `npm start` runs. */
export const PRODUCT = ['web', 'server', 'simulator', 'matter']
const IGNORED = new Set(['dist', 'node_modules', '.cache'])
const COMPRESSED = /\.(js|css|svg|json|webmanifest)$/
/** Compressing smaller files is not worth the additional headers. */
const MIN_COMPRESSED_BYTES = 1_024

/**
 * Builds what has changed since its last build; by default all parts of the product. With `isForced` everything is built. Prints
 * and returns the warnings of the builds. Throws if a build fails.
 */
export async function buildStale(names = PRODUCT, { isForced = false } = {}) {
  const stale = names.filter((name) => isForced || !isFresh(name))
  if (stale.length === 0) return ''
  const results = await step('Building', () => Promise.all(stale.map((name) => build(name))))
  const printed = results.map((result) => result.printed).join('')
  process.stderr.write(printed)
  const failed = stale.filter((_app, index) => results[index].status !== 0)
  if (failed.length > 0) throw new Error(`The build of ${failed.join(', ')} failed.`)
  return printed
}

const resultOf = (name) => join(ROOT, BUILDS[name].result)
const stampOf = (name) => join(ROOT, '.cache', 'builds', name)

function isFresh(name) {
  if (!existsSync(resultOf(name)) || !existsSync(stampOf(name))) return false
  return readFileSync(stampOf(name), 'utf8') === hashSources(BUILDS[name].app)
}

async function build(name) {
  const { app, config } = BUILDS[name]
  const dist = dirname(resultOf(name))
  const hash = hashSources(app)
  refuseReadOnly(dist)
  rmSync(stampOf(name), { force: true })
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--logLevel', 'warn', ...(config === undefined ? [] : ['--config', config])]
  const result = await runQuietly(process.execPath, args, {
    cwd: join(ROOT, 'apps', app),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (result.status !== 0) return result
  if (name === 'web') compress(dist)
  mkdirSync(join(ROOT, '.cache', 'builds'), { recursive: true })
  writeFileSync(stampOf(name), hash)
  return result
}

/** A service may be allowed to run the code but not to write it. */
function refuseReadOnly(dist) {
  try {
    mkdirSync(dist, { recursive: true })
    accessSync(dist, fsConstants.W_OK)
  } catch (error) {
    throw new Error(`Senca is not built, and ${dist} cannot be written to (${error.code}): run npm run build`)
  }
}

/** A hash of everything that affects a build: the app, the contract, the compiler settings and the dependencies. */
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

/** Compresses files once, so that the server need not compress them for every visitor or send them uncompressed. */
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
